"""Take what somebody has filled in on an entry form, in the order in which it is gone through."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from portal.policy import Refusal
from portal.sandbox import parent
from tournaments.acts.common import check_latin, check_name
from tournaments.acts.entering.open_to import check_open_to
from tournaments.acts.notices._documents import format_of
from tournaments.acts.register.person_input import (
    NAME_LENGTH,
    NUMBERS,
    PersonInput,
    check_grades,
    check_person,
    check_person_name,
    check_typed,
    tidy,
)
from tournaments.models import (
    AnswerFile,
    Application,
    EntryForm,
    Federation,
    Quota,
    Section,
)
from tournaments.queries.entering.applications import (
    questions_of,
)
from tournaments.queries.teams.team_matches import team_settings_of
from tournaments.state.applications import (
    CONTACT,
    GUARDIAN,
    MOST_FILE_BYTES,
    PARTICULARS,
    FieldLevel,
    Question,
    QuestionKind,
    levels,
    member_field,
    missing_answers,
)
from tournaments.state.lots import canonical
from tournaments.state.minors import is_minor
from tournaments.state.numbers import example_of_form
from tournaments.wording.places import zone_country

State = Application.State
# `name` and particulars, as `Application.members` keeps them.
Member = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """Hold what somebody has filled in.

    ``particulars``: by field of `PARTICULARS`; ``answers``: by label of the question; ``files``: for the
    questions that files answer; ``members``: of a team, in the order of the boards. ``name`` is then the
    team's."""

    name: str
    federation: str
    particulars: Mapping[str, Any] = field(default_factory=dict)
    email: str = ""
    phone: str = ""
    guardian: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    named_in_public: bool = False
    members: Sequence[Mapping[str, Any]] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)


def fill(application: Application, form: EntryForm, typed: Typed) -> dict[str, AnswerFile]:
    """Fill an application with what the form asks for, and no more; return the files to keep, by question."""
    levels_of_fields, questions = levels(form.asks), questions_of(form)
    of_players = {name: levels_of_fields[name] for name in PARTICULARS}
    is_team = application.section.of_teams
    # An office is asked about the players alone.
    if application.quota_id is not None:
        levels_of_fields, questions = of_players, []
    # A player of a federation that has a quota is entered by that.
    elif typed.federation != application.federation_id:
        _check_applies_alone(application.section, typed.federation)
    names_before = {application.name, *(member["name"] for member in application.members)}
    had = {**application.particulars, "phone": application.phone, GUARDIAN: application.guardian}
    answered = dict(application.answers)
    wanted = {name for name, level in levels_of_fields.items() if level != "no"}
    application.name, application.federation_id = tidy(typed.name), typed.federation
    application.key = canonical(typed.name)[:200]
    application.particulars = {
        name: value
        for name, value in typed.particulars.items()
        if not is_team and name in wanted and name in PARTICULARS and value not in (None, "")
    }
    application.members = tidy_members(typed.members, wanted) if is_team else []
    if application.pk:
        # The address stays, for it was confirmed: the applicant's page does not ask for it.
        levels_of_fields.pop("email", None)
    else:
        application.email = typed.email if "email" in wanted else ""
    application.phone = typed.phone.strip() if "phone" in wanted else ""
    application.guardian = tidy(typed.guardian) if GUARDIAN in wanted and not is_team else ""
    application.named_in_public = typed.named_in_public
    files = answer_files(questions, typed.files)
    application.answers = {
        question.label: text for question in questions if (text := _answer(question, typed, files, answered))
    }
    people = people_of(application)
    check_people(application, people, set(Federation.objects.values_list("code", flat=True)))
    _check_spelling(application, people, but=names_before)
    check_name("phone", application.phone, most=40)
    check_person_name(GUARDIAN, application.guardian)
    event, born = application.section.event, application.particulars.get("birth_year")
    if not is_minor(born, event.starts.year, zone_country(event.time_zone)):
        levels_of_fields.pop(GUARDIAN, None)
    if application.state not in (State.WAITING, State.ACCEPTED):
        check_open_to(application.section, [(person, None) for person in people], application.guardian)
    if is_team:
        levels_of_fields = {name: level for name, level in levels_of_fields.items() if name in CONTACT}
        if application.state not in (State.WAITING, State.ACCEPTED):
            check_team(application, of_players)
    sent = {**application.particulars, "email": application.email, "phone": application.phone}
    sent[GUARDIAN] = application.guardian
    for question in missing_answers(levels_of_fields, questions, sent, application.answers):
        settled = application.state in (State.WAITING, State.ACCEPTED)
        if settled and not (
            answered.get(question.question) if question.question else had.get(question.field)
        ):
            # Asked since: who is on the list already keeps what was enough then.
            continue
        if application.quota_id is not None:
            raise Refusal(
                "person-incomplete", field=question.field, name=application.name, missing=question.field
            )
        raise Refusal(question.code, field=question.field, question=question.question)
    if not application.federation_id:
        Federation.objects.get_or_create(code="")
    return files


def _answer(
    question: Question, typed: Typed, files: Mapping[str, AnswerFile], answered: Mapping[str, str]
) -> str:
    """A file that stands is kept until another one comes."""
    if question.kind is QuestionKind.FILE:
        file = files.get(question.label)
        return str(file) if file else answered.get(question.label, "")
    return typed.answers.get(question.label, "").strip()


def _check_applies_alone(section: Section, federation: str) -> None:
    """Raises the `Refusal` ``entered-by-federation``."""
    if federation and Quota.objects.filter(section=section, federation=federation).exists():
        raise Refusal("entered-by-federation", field="federation", federation=federation)


def answer_files(questions: Sequence[Question], sent: Mapping[str, bytes]) -> dict[str, AnswerFile]:
    """What was sent for questions that files answer, by label, not saved."""
    return {
        question.label: _file(question.label, sent[question.label])
        for question in questions
        if question.kind is QuestionKind.FILE and sent.get(question.label)
    }


def _file(question: str, raw: bytes) -> AnswerFile:
    if len(raw) > MOST_FILE_BYTES:
        limit = MOST_FILE_BYTES // 1_000_000
        raise Refusal("answer-file-large", field="answers", question=question, limit=limit)
    format_ = file_kind(raw)
    if format_ is None:
        raise Refusal("answer-file-unreadable", field="answers", question=question)
    return AnswerFile(question=question, format=format_, body=raw, size=len(raw))


def file_kind(raw: bytes) -> AnswerFile.Format | None:
    """By its bytes; None where it is none of those that are kept. Raises `portal.sandbox.parent.Stopped`."""
    try:
        format_ = format_of(raw)
    except parent.Stopped:
        raise
    except Refusal:
        return None
    return AnswerFile.Format(format_) if format_ in AnswerFile.Format.values else None


def tidy_members(members: Sequence[Member], wanted: Collection[str]) -> list[dict[str, Any]]:
    """What is kept of them: the name and what is asked; what stands behind the last of them is none."""
    tidied = [
        {
            "name": tidy(member.get("name", "")),
            **{
                name: value
                for name, value in member.items()
                if name in wanted and name in PARTICULARS and value not in (None, "")
            },
        }
        for member in members
    ]
    while tidied and tidied[-1] == {"name": ""}:
        tidied.pop()
    return tidied


def people_of(application: Application) -> list[PersonInput]:
    """Whom it enters: one player, or those of a team in the order of the boards."""
    federation = application.federation_id
    if not application.members:
        return [PersonInput(name=application.name, federation=federation, **application.particulars)]
    team = application.name
    return [PersonInput(federation=federation, team=team, **member) for member in application.members]


def check_people(
    application: Application, people: Sequence[PersonInput], federations: Collection[str]
) -> None:
    """Check that `people_of` an application can be entered at all."""
    for place, person in enumerate(people, 1):
        try:
            check_person(person, federations)
            check_typed(person)
            check_grades(application.section, person)
        except Refusal as refusal:
            # What is refused of a member of a team is said of that member's field.
            if not application.members or refusal.field == "federation":
                raise
            field = "name" if refusal.field == "team" else member_field(place, refusal.field)
            raise Refusal(refusal.code, field=field, **refusal.params) from None


def _check_spelling(application: Application, people: Sequence[PersonInput], *, but: Collection[str]) -> None:
    """Check the letters of names and the forms of numbers, but for names that stood there before."""
    for place, person in enumerate(people, 1):
        if person.name not in but:
            check_latin(person.name, member_field(place, "name") if application.members else "name")
        # Only of applicants: the desk and files may know better.
        for column in NUMBERS:
            number = " ".join(str(getattr(person, column)).split())
            if number and (example := example_of_form(column, number)):
                field = member_field(place, column) if application.members else column
                raise Refusal("number-form", field=field, number=number, example=example)


def check_team(application: Application, levels_of_fields: Mapping[str, FieldLevel]) -> None:
    """Check that it is a whole team under a name that no other has."""
    section, members = application.section, application.members
    settings, name = team_settings_of(section), application.name
    if not name:
        raise Refusal("team-needs-name", field="name")
    check_name("name", name, most=NAME_LENGTH)
    check_team_name(application)
    if len(members) < (least := settings.line_ups().needed):
        field = member_field(len(members) + 1, "name")
        raise Refusal("team-too-small", field=field, name=name, count=len(members), least=least)
    if len(members) > (most := settings.most_members):
        raise Refusal("team-too-large", field="name", name=name, count=len(members), most=most)
    seen: set[str] = set()
    for place, member in enumerate(members, 1):
        if (key := canonical(member["name"])) in seen:
            raise Refusal("member-twice", field=member_field(place, "name"), name=member["name"])
        seen.add(key)
        for refusal in missing_answers(levels_of_fields, (), member, {}):
            raise Refusal(refusal.code, field=member_field(place, refusal.field))


def check_team_name(application: Application) -> None:
    """Raises the `Refusal` ``team-name-taken``."""
    there = application.section.teams.filter(name=application.name).values_list("pk", flat=True)
    if set(there) - {application.team_id}:
        raise Refusal("team-name-taken", field="name", name=application.name)


def keep_files(
    application: Application, questions: Sequence[Question], fresh: Mapping[str, AnswerFile]
) -> None:
    """In place of those that stood; what no question asks for any more goes."""
    labels = {question.label for question in questions if question.kind is QuestionKind.FILE}
    application.files.exclude(question__in=labels - fresh.keys()).delete()
    for question in fresh.values():
        question.application = application
        question.save()
