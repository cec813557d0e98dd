-- Gives a match to who asks for it, if nobody else has it; answers 1 if it is theirs now.
-- KEYS: lease
-- ARGV: 1 holder, 2 for how long
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
