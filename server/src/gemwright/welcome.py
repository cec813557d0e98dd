"""What to do next, for whoever started the server by hand."""

from gemwright.setting_kinds import Address
from gemwright.settings import Settings
from gemwright.storehouse import Store


def welcome(settings: Settings, address: Address, metrics: Address | None, store: Store) -> str:
    """The text that is printed once everything serves."""
    lines = [
        f"gemwright-server listens on {address}",
        f"  mode     {_mode(settings)}",
        f"  data     {store.kept(settings.fsync)}",
    ]
    if settings.workers > 1:
        lines.append(f"  workers  {settings.workers}, on the one port")
    if metrics:
        lines.append(f"  metrics  http://{metrics}/metrics")
    how, scheme = _how_to_reach(settings)
    rest = _HOW_TO_GO_ON.format(address=address, how=how, scheme=scheme)
    return "\n".join([*lines, *rest.splitlines()])


def _mode(settings: Settings) -> str:
    if settings.is_development:
        return "development: open to this machine, believes Bearer dev:<principal>"
    if settings.tls_client_ca:
        return f"keys from {settings.keys}, TLS with certificates of clients"
    return f"keys from {settings.keys}, {'TLS' if settings.tls_cert else 'no TLS'}"


def _how_to_reach(settings: Settings) -> tuple[str, str]:
    """The flags of `buf curl`, and the scheme; who made the certificate may be known to nobody."""
    if settings.tls_cert is None:
        return " --http2-prior-knowledge", "http"
    shown = " --cert FILE --key FILE" if settings.tls_client_ca else ""
    return f" --cacert {settings.tls_cert}{shown}", "https"


_HOW_TO_GO_ON = """\
  stop     Ctrl-C or SIGTERM; a second one does not wait
Try:
  .venv/bin/buf curl --protocol grpc{how} \\
    {scheme}://{address}/gemwright.v1.CatalogService/ListGames"""
