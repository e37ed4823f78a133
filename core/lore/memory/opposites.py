"""Words that cannot both be true of one thing: opposites, and groups of which one is chosen.

Plain data. A group holds alternatives for one slot ("the package manager is …"); two of them contradict only where the
rest of both statements agrees, which is for `lore.memory.contradiction` to see.
"""

from collections.abc import Iterable, Mapping
from functools import cache

from lore.memory.words import stem

_OPPOSITES = """
enable disable | enabled disabled | on off | true false | allow forbid | allow deny | allow block |
allowed forbidden | permit prohibit | require forbid | required optional | required forbidden | mandatory optional |
sync async | synchronous asynchronous | public private | open closed | open close | opened closed | start stop |
started stopped | begin end | fast slow | quick slow | big small | large small | huge tiny | old new | old young |
elderly young | hot cold | warm cool | up down | in out | inside outside | indoors outdoors | indoor outdoor |
before after | first last | left right | top bottom | front back | near far | close far | high low | long short |
tall short | wide narrow | thick thin | full empty | early late | more less | more fewer | most least |
increase decrease | increased decreased | increase reduce | raise lower | add remove | create delete | insert delete
| accept reject | accepted rejected | include exclude | included excluded | pass fail | passed failed |
success failure | succeed fail | same different | explicit implicit | static dynamic | local remote | local global |
manual automatic | manually automatically | mutable immutable | lowercase uppercase | ascending descending |
internal external | single multiple | one many | push pull | upgrade downgrade | minimum maximum | min max |
asleep awake | sleep wake | sit stand | win lose | buy sell | man woman | men women | boy girl | male female |
day night | daytime nighttime | light dark | bright dark | easy hard | easy difficult | simple complex | strong weak
| strict lenient | strict loose | hard soft | wet dry | clean dirty | rich poor | happy sad | happy angry |
alive dead | good bad | best worst | right wrong | correct incorrect | valid invalid | safe unsafe | stable unstable
| secure insecure | visible hidden | show hide | shown hidden | present absent | online offline |
connected disconnected | signed unsigned | encrypted unencrypted | verified unverified | tracked untracked |
typed untyped | cached uncached | sorted unsorted | known unknown | used unused | safe dangerous | cheap expensive |
heavy light | loud quiet | noisy quiet | wild tame | above below | over under | north south | east west |
northern southern | eastern western | sunny rainy | crowded deserted | arrive leave | arrive depart | enter exit |
come go | ascend descend | climb descend | lock unlock | install uninstall | mount unmount | load unload |
attach detach | encode decode | compress decompress | serial parallel | sequential parallel | eager lazy |
eagerly lazily | blocking nonblocking | stateful stateless | vertical horizontal | relative absolute |
temporary permanent | odd even | positive negative | always sometimes | always rarely | everything nothing |
everyone nobody | all none | everybody nobody | love hate | like dislike | prefer avoid | use avoid | keep drop |
keep remove | follow ignore | trust distrust | forward backward | forwards backwards | inner outer | upper lower |
dressed naked | ugly beautiful | ugly pretty | smooth rough | sharp blunt | sharp dull | deep shallow |
smiling frowning | laugh cry | success error | deprecated recommended
"""

_CHOICES = """
npm yarn pnpm bun
pip uv poetry pipenv conda
pytest unittest nose
jest vitest mocha jasmine ava
playwright cypress selenium puppeteer
tab space
merge rebase squash
single double triple
camelcase snake_case kebab-case pascalcase screaming_snake_case snakecase
postgres postgresql mysql mariadb sqlite mongodb dynamodb
redis memcached
rest graphql grpc soap
docker podman
github gitlab bitbucket
main master trunk develop
aws gcp azure heroku fly vercel netlify render
react vue svelte angular solid
flask django fastapi
express fastify koa hono
javascript typescript
black ruff yapf autopep8
eslint biome tslint
webpack vite rollup esbuild parcel
vim neovim emacs vscode
bash zsh fish
json yaml toml xml ini
utc local
http https
mit apache gpl bsd
red orange yellow green blue purple pink black white grey gray brown silver gold
monday tuesday wednesday thursday friday saturday sunday
january february march april may june july august september october november december
daily weekly monthly yearly hourly
north south east west
first second third fourth fifth sixth seventh eighth ninth tenth
morning afternoon evening night
winter spring summer autumn
debug info warning error critical
kilobyte megabyte gigabyte terabyte
millisecond second minute hour day week month year
"""


def exclusions(left: Iterable[str], right: Iterable[str]) -> set[tuple[str, str]]:
    """Each stem of the left with each of the right that excludes it."""
    opposites, choices = _tables()
    lefts = [stem for stem in left if stem in opposites or stem in choices]
    if not lefts:
        return set()
    rights = [stem for stem in right if stem in opposites or stem in choices]
    return {(one, other) for one in lefts for other in rights if excludes(one, other)}


def excludes(left: str, right: str) -> bool:
    """Whether two stems cannot both be true of one thing: opposites, or two members of one group."""
    opposites, choices = _tables()
    if right in opposites.get(left, ()):
        return True
    return left != right and not choices.get(left, frozenset()).isdisjoint(choices.get(right, frozenset()))


@cache
def _tables() -> tuple[Mapping[str, frozenset[str]], Mapping[str, frozenset[int]]]:
    opposites: dict[str, set[str]] = {}
    for pair in _OPPOSITES.replace("\n", "|").split("|"):
        if pair.strip():
            left, right = (stem(word) for word in pair.split())
            opposites.setdefault(left, set()).add(right)
            opposites.setdefault(right, set()).add(left)
    choices: dict[str, set[int]] = {}
    for group, line in enumerate(_CHOICES.strip().splitlines()):
        for word in line.split():
            choices.setdefault(stem(word), set()).add(group)
    return (
        {word: frozenset(others) for word, others in opposites.items()},
        {word: frozenset(groups) for word, groups in choices.items()},
    )
