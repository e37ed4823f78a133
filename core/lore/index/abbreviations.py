"""What developers write short, and the words it stands for: a query for either form matches both.

Only what means the same wherever software is spoken of. Not here: what is a name or a word as well (`max`, `sec`), and
what came to mean something narrower (`dev`, `app`). Some long forms share their stem with another word, which is then
found as well (`prod`: production, product); `spec` is not here, because specific is said more often than specification.
"""

from functools import cache

from lore.index.analysis import stems

_WORDS = """
    admin administrator
    arg argument
    async asynchronous
    attr attribute
    auth authentication
    bool boolean
    cfg conf config configuration
    cmd command
    creds credentials
    ctx context
    db database
    deps dependency
    dir directory
    docs documentation
    dup duplicate
    env environment
    err error
    eval evaluation
    exec execute
    fn func function
    gh github
    idx index
    img image
    impl implementation
    infra infrastructure
    js javascript
    k8s kubernetes
    lib library
    mgmt management
    msg message
    obj object
    ops operations
    param parameter
    passwd password
    perf performance
    pg postgres postgresql
    pkg package
    prod production
    prop property
    py python
    ref reference
    repo repository
    req request
    resp response
    src source
    stats statistics
    stmt statement
    str string
    svc service
    sync synchronize
    temp tmp temporary
    ts typescript
    val value
    var variable
"""


@cache
def _meanings() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for line in _WORDS.splitlines():
        group = stems(line)
        for term in group:
            found.setdefault(term, []).extend(other for other in group if other != term)
    return {term: tuple(dict.fromkeys(others)) for term, others in found.items()}


def others(term: str) -> tuple[str, ...]:
    """The terms that mean the same as a term of a query: `databas` for `db`, `db` for `databas`; mostly none."""
    return _meanings().get(term, ())
