"""What keeps a memory true: strength, duplicates, contradictions, and the decisions of a person.

`remember` is the one way a fact enters; `facts` and `review` hold what a person does, one undo unit each; `card` is
what a person sees to decide. May import `lore.index` and what lies below.
"""

from typing import TYPE_CHECKING

from lore.lazy import lazy_face

if TYPE_CHECKING:
    from lore.memory import decisions as decisions
    from lore.memory import editing as editing
    from lore.memory.acts import act_of as act_of
    from lore.memory.authority import Authority as Authority
    from lore.memory.authority import held_by as held_by
    from lore.memory.contradiction import Ground as Ground
    from lore.memory.decisions import Approval as Approval
    from lore.memory.decisions import Seen as Seen
    from lore.memory.decisions import approve as approve
    from lore.memory.decisions import queue as queue
    from lore.memory.duplicates import (
        NEAR_SAME_KIND as NEAR_SAME_KIND,
    )
    from lore.memory.duplicates import (
        alike as alike,
    )
    from lore.memory.duplicates import (
        same_scope as same_scope,
    )
    from lore.memory.duplicates import (
        says_again as says_again,
    )
    from lore.memory.editing import NewFact as NewFact
    from lore.memory.entering import (
        ASSERTING as ASSERTING,
    )
    from lore.memory.entering import (
        Action as Action,
    )
    from lore.memory.entering import (
        Outcome as Outcome,
    )
    from lore.memory.entering import (
        remember as remember,
    )
    from lore.memory.entering import (
        supersede as supersede,
    )
    from lore.memory.judgement import Relation as Relation
    from lore.memory.judgement import agree as agree
    from lore.memory.judgement import judge as judge
    from lore.memory.nearby import alike_facts as alike_facts
    from lore.memory.policies import LIVING as LIVING
    from lore.memory.policies import Policy as Policy
    from lore.memory.policies import lasts as lasts
    from lore.memory.proposals import may_form as may_form
    from lore.memory.proposals import may_propose as may_propose
    from lore.memory.proposals import propose as propose
    from lore.memory.purging import PurgeTarget as PurgeTarget
    from lore.memory.purging import purge as purge
    from lore.memory.questions import declare_both as declare_both
    from lore.memory.questions import dispute as dispute
    from lore.memory.questions import settled as settled
    from lore.memory.review_card import Quote as Quote
    from lore.memory.review_card import ReviewCard as ReviewCard
    from lore.memory.review_card import Similar as Similar
    from lore.memory.review_card import card as card
    from lore.memory.risks import TAINTED as TAINTED
    from lore.memory.risks import Risk as Risk
    from lore.memory.risks import insist as insist
    from lore.memory.risks import risks_of as risks_of
    from lore.memory.standing import standing_facts as standing_facts
    from lore.memory.standing import strengths as strengths
    from lore.memory.statement import parse as parse
    from lore.memory.strength import (
        APPROVED as APPROVED,
    )
    from lore.memory.strength import (
        CAPTURED as CAPTURED,
    )
    from lore.memory.strength import (
        CHECKPOINTED as CHECKPOINTED,
    )
    from lore.memory.strength import (
        CORRECTED as CORRECTED,
    )
    from lore.memory.strength import (
        salience as salience,
    )
    from lore.memory.words import LIGHT_STEMS as LIGHT_STEMS

__getattr__ = lazy_face(
    __name__,
    {
        "acts": "act_of",
        "authority": "Authority held_by",
        "contradiction": "Ground",
        "decisions": "Approval Seen approve queue",
        "duplicates": "NEAR_SAME_KIND alike same_scope says_again",
        "editing": "NewFact",
        "entering": "ASSERTING Action Outcome remember supersede",
        "judgement": "Relation agree judge",
        "nearby": "alike_facts",
        "policies": "LIVING Policy lasts",
        "proposals": "may_form may_propose propose",
        "purging": "PurgeTarget purge",
        "questions": "declare_both dispute settled",
        "review_card": "Quote ReviewCard Similar card",
        "risks": "Risk TAINTED insist risks_of",
        "standing": "standing_facts strengths",
        "statement": "parse",
        "strength": "APPROVED CAPTURED CHECKPOINTED CORRECTED salience",
        "words": "LIGHT_STEMS",
    },
)
