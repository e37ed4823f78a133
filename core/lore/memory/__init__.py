"""What keeps a memory true: strength, duplicates, contradictions, and the decisions of a person.

`remember` is the one way a fact enters; `facts` and `review` hold what a person does, one undo unit each; `card` is
what a person sees to decide. May import `lore.index` and what lies below.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.memory.authority import Authority, archived_by_person, held_by, held_by_each, may_retire
    from lore.memory.categories import (
        Category, CategoryOverview, Placing, SEEDS, category_named, counts, facts_in, keep, known_categories,
        overviews,
    )
    from lore.memory.confirming import is_of_fact
    from lore.memory import decisions
    from lore.memory.decisions import Decided, Decision, Holds, approve
    from lore.memory.doubts import Doubt, open_doubts
    from lore.memory.duplicates import reach, same_scope, says_again, word_similarity
    from lore.memory import editing
    from lore.memory.editing import NewFact, NoCard, is_wanted, why_no_card
    from lore.memory.entering import ASSERTING, Action, Outcome, fold, remember, supersede
    from lore.memory.judgement import Judgement, Relation, judge
    from lore.memory.marked import LISTED, is_listing, is_marked, is_read, is_without_warning, listing
    from lore.memory.merging import MergedProjects, folders_called, folders_seen, keep_name, merge_plan, merge_projects
    from lore.memory.naming import named_in
    from lore.memory.nearby import near_facts
    from lore.memory.opinion import Ground, NOTHING_NEAR, Near
    from lore.memory.outdated import confirm, contradicted_by, may_be_outdated
    from lore.memory.policies import Policy, chosen_policy, policy_in_force
    from lore.memory.proposals import (
        OPEN, ROUTINE, hand_on, keep_level, may_form, may_propose, proposals_of, propose, proposed_layer, withdraw_all,
    )
    from lore.memory.purging import PurgeTarget, purge
    from lore.memory.questions import declare_both, dispute, of_the_same_words, settled, stop_asking, withdraw
    from lore.memory.review_cards import Quote, ReviewCard, Similar, review_card
    from lore.memory.risks import Risk, TAINTED, insist, risks_of
    from lore.memory.standing import Explained, explained, strengths, strengths_of, what_stands
    from lore.memory.waiting import Waiting, everything_waiting, queue, what_is, what_waits
    from lore.memory.wordings import Door, beside_sentences, is_worded, sentence_behind, shut_doors
    from lore.memory.worth import EvidenceCount, supporting
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
