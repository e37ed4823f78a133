"""What keeps a memory true: strength, duplicates, contradictions, and the decisions of a person.

`remember` is the one way a fact enters; `facts` and `review` hold what a person does, one undo unit each; `card` is
what a person sees to decide. May import `lore.index` and what lies below.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.memory.authority import (
        Authority as Authority, archived_by_person as archived_by_person, held_by as held_by,
        held_by_each as held_by_each, may_retire as may_retire,
    )
    from lore.memory.cards_gate import (
        NoCard as NoCard, is_wanted as is_wanted, why_no_card as why_no_card,
    )
    from lore.memory.categories import (
        Category as Category, CategoryOverview as CategoryOverview, Placing as Placing, SEEDS as SEEDS,
        category_named as category_named, counts as counts, facts_in as facts_in, keep as keep,
        known_categories as known_categories, overviews as overviews,
    )
    from lore.memory.confirming import (
        is_of_fact as is_of_fact,
    )
    from lore.memory import decisions as decisions
    from lore.memory.decisions import (
        Approval as Approval, Decided as Decided, Decision as Decision, Holds as Holds, approve as approve,
    )
    from lore.memory.doubts import (
        Doubt as Doubt, open_doubts as open_doubts,
    )
    from lore.memory.duplicates import (
        same_scope as same_scope, says_again as says_again, word_similarity as word_similarity,
    )
    from lore.memory import editing as editing
    from lore.memory.editing import (
        NewFact as NewFact,
    )
    from lore.memory.entering import (
        ASSERTING as ASSERTING, Action as Action, Outcome as Outcome, fold as fold, remember as remember,
        supersede as supersede,
    )
    from lore.memory.judgement import (
        Judgement as Judgement, Relation as Relation, judge as judge,
    )
    from lore.memory.marked import (
        LISTED as LISTED, is_listing as is_listing, is_marked as is_marked, is_read as is_read,
        is_without_warning as is_without_warning, listing as listing,
    )
    from lore.memory.merging import (
        MergedProjects as MergedProjects, folders_called as folders_called, folders_seen as folders_seen,
        keep_name as keep_name, merge_plan as merge_plan, merge_projects as merge_projects,
    )
    from lore.memory.naming import (
        named_in as named_in,
    )
    from lore.memory.nearby import (
        near_facts as near_facts,
    )
    from lore.memory.opinion import (
        Ground as Ground, NOTHING_NEAR as NOTHING_NEAR, Near as Near,
    )
    from lore.memory.outdated import (
        confirm as confirm, contradicted_by as contradicted_by, may_be_outdated as may_be_outdated,
    )
    from lore.memory.policies import (
        chosen_policy as chosen_policy, policy_in_force as policy_in_force,
    )
    from lore.memory.policy import (
        Policy as Policy,
    )
    from lore.memory.proposals import (
        OPEN as OPEN, ROUTINE as ROUTINE, hand_on as hand_on, keep_level as keep_level, may_form as may_form,
        may_propose as may_propose, proposals_of as proposals_of, propose as propose,
        proposed_layer as proposed_layer, withdraw_all as withdraw_all,
    )
    from lore.memory.purging import (
        PurgeTarget as PurgeTarget, purge as purge,
    )
    from lore.memory.questions import (
        declare_both as declare_both, dispute as dispute, of_the_same_words as of_the_same_words, settled as settled,
        stop_asking as stop_asking, withdraw as withdraw,
    )
    from lore.memory.review_cards import (
        Quote as Quote, ReviewCard as ReviewCard, Similar as Similar, review_card as review_card,
    )
    from lore.memory.risks import (
        Risk as Risk, TAINTED as TAINTED, insist as insist, risks_of as risks_of,
    )
    from lore.memory.standing import (
        Explained as Explained, explained as explained, strengths as strengths, strengths_of as strengths_of,
        what_stands as what_stands,
    )
    from lore.memory.waiting import (
        Waiting as Waiting, everything_waiting as everything_waiting, queue as queue, what_is as what_is,
        what_waits as what_waits,
    )
    from lore.memory.wordings import (
        Door as Door, beside_sentences as beside_sentences, is_worded as is_worded,
        sentence_behind as sentence_behind, shut_doors as shut_doors,
    )
    from lore.memory.worth import (
        EvidenceCount as EvidenceCount, supporting as supporting,
    )
    # isort: on
    # fmt: on

__getattr__ = lazy_face(
    __name__,
    {
        "authority": "Authority archived_by_person held_by held_by_each may_retire",
        "cards_gate": "NoCard is_wanted why_no_card",
        "categories": "Category CategoryOverview Placing SEEDS category_named counts facts_in keep known_categories "
        "overviews",
        "confirming": "is_of_fact",
        "decisions": "Approval Decided Decision Holds approve",
        "doubts": "Doubt open_doubts",
        "duplicates": "same_scope says_again word_similarity",
        "editing": "NewFact",
        "entering": "ASSERTING Action Outcome fold remember supersede",
        "judgement": "Judgement Relation judge",
        "marked": "LISTED is_listing is_marked is_read is_without_warning listing",
        "merging": "MergedProjects folders_called folders_seen keep_name merge_plan merge_projects",
        "naming": "named_in",
        "nearby": "near_facts",
        "opinion": "Ground NOTHING_NEAR Near",
        "outdated": "confirm contradicted_by may_be_outdated",
        "policies": "chosen_policy policy_in_force",
        "policy": "Policy",
        "proposals": "OPEN ROUTINE hand_on keep_level may_form may_propose proposals_of propose proposed_layer "
        "withdraw_all",
        "purging": "PurgeTarget purge",
        "questions": "declare_both dispute of_the_same_words settled stop_asking withdraw",
        "review_cards": "Quote ReviewCard Similar review_card",
        "risks": "Risk TAINTED insist risks_of",
        "standing": "Explained explained strengths strengths_of what_stands",
        "waiting": "Waiting everything_waiting queue what_is what_waits",
        "wordings": "Door beside_sentences is_worded sentence_behind shut_doors",
        "worth": "EvidenceCount supporting",
    },
)
