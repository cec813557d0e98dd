/** Every message, enum and service of the contract, as generated from `protos/`. */

export * from "../gen/gemwright/v1/catalog_service_pb.js";
export * from "../gen/gemwright/v1/clock_pb.js";
export * from "../gen/gemwright/v1/duel_action_pb.js";
export * from "../gen/gemwright/v1/duel_event_pb.js";
export * from "../gen/gemwright/v1/duel_options_pb.js";
export * from "../gen/gemwright/v1/duel_position_pb.js";
export * from "../gen/gemwright/v1/duel_view_pb.js";
export * from "../gen/gemwright/v1/error_pb.js";
export * from "../gen/gemwright/v1/game_pb.js";
export * from "../gen/gemwright/v1/inbox_service_pb.js";
export * from "../gen/gemwright/v1/match_pb.js";
export * from "../gen/gemwright/v1/match_service_pb.js";
export * from "../gen/gemwright/v1/matchmaker_service_pb.js";
export * from "../gen/gemwright/v1/operator_service_pb.js";
export * from "../gen/gemwright/v1/outcome_pb.js";
export * from "../gen/gemwright/v1/refusal_pb.js";
export * from "../gen/gemwright/v1/splendor_action_pb.js";
export * from "../gen/gemwright/v1/splendor_decision_pb.js";
export * from "../gen/gemwright/v1/splendor_event_pb.js";
export * from "../gen/gemwright/v1/splendor_options_pb.js";
export * from "../gen/gemwright/v1/splendor_position_pb.js";
export * from "../gen/gemwright/v1/splendor_view_pb.js";
export * from "../gen/gemwright/v1/token_pb.js";
