"""What can be chosen now: the legal actions as a list, and the ways to pay for one of them."""

from gemwright_client.board.pen import Pen
from gemwright_client.cli.play.choices import Choice, choices_of, payment_choices
from gemwright_client.cli.play.interpreting import purchase_before_pay
from gemwright_client.cli.play.session import Moment, Session


class Menu:
    """The choices of the moment; those of the next one take their place by themselves."""

    def __init__(self, session: Session, pen: Pen) -> None:
        self._session = session
        self._pen = pen
        self._moment: Moment | None = None
        self._choices: list[Choice] = []
        self._payments: dict[str, list[Choice]] = {}
        self._paying: list[Choice] = []

    @property
    def choices(self) -> list[Choice]:
        """The whole list."""
        self._keep_up()
        return self._choices

    @property
    def is_paying(self) -> bool:
        """Whether the list is of the ways to pay for one purchase."""
        self._keep_up()
        return bool(self._paying)

    def choices_for(self, line: str) -> list[Choice]:
        """What there is to choose from when a line has been typed so far."""
        if self.is_paying:
            return self._paying
        purchase = purchase_before_pay(self._choices, line)
        return self._payments.get(purchase.text, self._choices) if purchase else self._choices

    async def payments_of(self, purchase: Choice) -> list[Choice]:
        """The purchase once for each way to pay; asks the server the first time."""
        self._keep_up()
        known = self._payments  # others take its place when the match goes on
        if purchase.text not in known:
            payments = await self._session.payments(purchase.action)
            known[purchase.text] = payment_choices(purchase, payments)
        return known[purchase.text]

    def pay(self, payments: list[Choice]) -> None:
        """From now on these are the list; with none of them, the whole list is."""
        self._paying = payments

    def _keep_up(self) -> None:
        session = self._session
        if session.moment != self._moment:
            self._moment, self._payments, self._paying = session.moment, {}, []
            self._choices = choices_of(session.legal, session.seen.view, self._pen)
