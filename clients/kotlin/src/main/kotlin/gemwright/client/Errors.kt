package gemwright.client

import gemwright.v1.ErrorReason
import gemwright.v1.FieldViolation
import gemwright.v1.Refusal
import io.grpc.Status
import kotlin.time.Duration

/**
 * Everything this library throws, as one tree:
 *
 *     GemwrightException
 *     ├── CallException                 a call failed; reason, text, trace
 *     │   ├── InvalidRequestException   a field that could never be right; violations
 *     │   ├── NotAuthenticatedException no credential, or none that the server believes
 *     │   │   └── TokenExpiredException it was good once
 *     │   ├── NotAllowedException       the credential is for other calls, or another seat
 *     │   ├── MatchNotFoundException
 *     │   ├── StaleVersionException     the match went on meanwhile; currentVersion
 *     │   ├── ActionRefusedException    the rules say no; refusal
 *     │   ├── WrongStateException       the match waits, is over, is not over yet, cannot be read
 *     │   ├── AlreadyUsedException      a request id or a seed
 *     │   ├── LimitExceededException    retryAfter
 *     │   ├── UnavailableException      given up after trying again; isOutcomeUnknown
 *     │   │   └── UnreachableException  no server has answered at all
 *     │   ├── RefusedByNetworkException gRPC itself said no, for good
 *     │   └── ServerFaultException      a mistake of the server's, or a reason newer than this library
 *     ├── AddressUnusableException      a text that is no address
 *     └── ReplyUnusableException        an answer that makes no sense, as after a careless proxy
 *
 * Which class a failed call gets depends on the reason in its `ErrorInfo` alone.
 */
public sealed class GemwrightException(message: String) : Exception(message)

/** What a failed call says of itself. */
public data class Facts(
    /** Why; unspecified where no server of ours has spoken, unrecognized where it is newer than us. */
    val reason: ErrorReason,
    /** The same as the server wrote it; empty where no server of ours has spoken. */
    val reasonName: String,
    /** The gRPC status. */
    val code: Status.Code,
    /** A sentence for developers, in English. */
    val text: String,
    /** By which the server's log knows the call. */
    val trace: String = "",
    /** How long to wait before trying again makes sense. */
    val retryAfter: Duration? = null,
    /** Fields that could never be right, and what is wrong with each. */
    val violations: List<FieldViolation> = emptyList(),
    /** The version that the match has now. */
    val currentVersion: Int? = null,
    /** Why the rules say no. */
    val refusal: Refusal = Refusal.getDefaultInstance(),
) {
    internal companion object {
        /** Of a call that no server of ours has answered. */
        fun ofNetwork(code: Status.Code, text: String): Facts =
            Facts(ErrorReason.ERROR_REASON_UNSPECIFIED, "", code, text)
    }
}

/** A call that failed. */
public sealed class CallException(
    /** All that is known of the failure. */
    public val facts: Facts,
) : GemwrightException("${facts.text} [${facts.reasonName.ifEmpty { facts.code.name }}]") {
    /** Why, as the contract names it. */
    public val reason: ErrorReason get() = facts.reason
}

/** A field that could never be right. */
public class InvalidRequestException internal constructor(facts: Facts) : CallException(facts) {
    /** The fields, and what is wrong with each. */
    public val violations: List<FieldViolation> get() = facts.violations
}

/** No credential, or none that the server believes. */
public open class NotAuthenticatedException internal constructor(facts: Facts) :
    CallException(facts)

/** The credential was good and is too old. */
public class TokenExpiredException internal constructor(facts: Facts) :
    NotAuthenticatedException(facts)

/** The credential is for other calls, another seat or another match. */
public class NotAllowedException internal constructor(facts: Facts) : CallException(facts)

/** There is no such match, or not any more. */
public class MatchNotFoundException internal constructor(facts: Facts) : CallException(facts)

/** The match has gone on since the version that was acted on. */
public class StaleVersionException internal constructor(facts: Facts) : CallException(facts) {
    /** The version it has now; null for the next page of a list. */
    public val currentVersion: Int? get() = facts.currentVersion
}

/** The rules say no. */
public class ActionRefusedException internal constructor(facts: Facts) : CallException(facts) {
    /** Why, the rule that says so, and the field that is refused. */
    public val refusal: Refusal get() = facts.refusal
}

/** The match waits, is over, is not over yet, or is stored in a form too new for the server. */
public class WrongStateException internal constructor(facts: Facts) : CallException(facts)

/** A request id or a seed that was used for something else. */
public class AlreadyUsedException internal constructor(facts: Facts) : CallException(facts)

/** A limit of the server was reached. */
public class LimitExceededException internal constructor(facts: Facts) : CallException(facts) {
    /** How long to wait before trying again makes sense. */
    public val retryAfter: Duration? get() = facts.retryAfter
}

/** Given up after trying again for as long as the client has patience. */
public open class UnavailableException internal constructor(facts: Facts) : CallException(facts) {
    /** Whether the call may have taken effect; send it again with the same request id. */
    public val isOutcomeUnknown: Boolean
        get() = reason == ErrorReason.ERROR_REASON_UNSPECIFIED ||
            reason == ErrorReason.ERROR_REASON_OUTCOME_UNKNOWN
}

/** No server has answered at all. */
public class UnreachableException internal constructor(facts: Facts) : UnavailableException(facts)

/** What gRPC refuses by itself: a request that is too long, a call the server does not know. */
public class RefusedByNetworkException internal constructor(facts: Facts) : CallException(facts)

/** A mistake of the server's, or a reason that is newer than this library. */
public class ServerFaultException internal constructor(facts: Facts) : CallException(facts)

/** A text that is no address. */
public class AddressUnusableException internal constructor(message: String) :
    GemwrightException(message)

/** An answer that makes no sense. */
public class ReplyUnusableException internal constructor(message: String) :
    GemwrightException(message)
