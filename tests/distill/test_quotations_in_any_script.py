"""A quotation is found in any script, and has to say something: the sentence of a note, not the yes beside it."""

import pytest

from lore.distill.answers import Note
from lore.distill.notes import Checked, Refused, check
from lore.memory import Door
from lore.model import Clean, Kind, Role, Turn

RULES = {
    "de": ("Commit-Nachrichten immer auf Deutsch schreiben.", "Tests mit pytest starten."),
    "ja": ("コミットメッセージは日本語で書いてください。", "テストはpytestで実行する。", "タブを使う。"),
    "zh": ("提交信息必须用中文写。", "用pnpm。", "测试用pytest运行，不要用unittest。", "用制表符。"),
    "th": ("เขียนข้อความคอมมิตเป็นภาษาไทยเสมอ", "ใช้แท็บ"),
    "ko": ("커밋 메시지는 한국어로 써 주세요.", "탭을 사용한다."),
    "es": ("Usa siempre pytest en lugar de unittest.", "Los commits van en español."),
    "fr": ("Toujours écrire les messages de commit en français.", "Pas de tabulations."),
    "en": ("Use pnpm.", "Always run make fmt."),
}
ASSENT = """
yes | Yes, please. | ok, do it | ja | Ja, bitte | はい | はい、お願いします。 | 好的 | 好的，谢谢！ | 네 | 네, 좋아요.
ใช่ครับ | ตกลงค่ะ | sí, por favor | claro | oui | D’accord, merci | 👍 | … | はい！ そうです。
""".replace("\n", "|")


def found(text: str, quote: str) -> Checked | Refused:
    turns = [Turn("s1", "u1", Role.USER, Clean(text), "2026-03-12T08:50:00Z")]
    kept, refused = check([Note(quote, quote, kind=Kind.CONVENTION, standing=True, source_id="u1")], turns, 5)
    return (kept or refused)[0]


@pytest.mark.parametrize("around", ["{}", "Ok.\n{}\n", "👍 {}"])
def test_a_note_with_the_very_sentence_counts(around: str) -> None:
    for rule in [rule for rules in RULES.values() for rule in rules]:
        one = found(around.format(rule), rule)
        assert isinstance(one, Checked), one.reason
        assert one.said.quote == rule


@pytest.mark.parametrize("said", [one.strip() for one in ASSENT.split("|") if one.strip()])
def test_a_yes_proves_only_that_you_agreed(said: str) -> None:
    one = found(said, said)
    assert isinstance(one, Checked)
    assert Door.ASSENT in one.doors
