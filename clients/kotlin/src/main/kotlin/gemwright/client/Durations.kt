package gemwright.client

import com.google.protobuf.duration
import kotlin.time.Duration
import com.google.protobuf.Duration as DurationMessage

/** A length of time as the contract has it. */
internal fun Duration.message(): DurationMessage = toComponents { whole, rest ->
    duration {
        seconds = whole
        nanos = rest
    }
}
