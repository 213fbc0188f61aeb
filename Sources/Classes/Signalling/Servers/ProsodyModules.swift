package enum ProsodyModules {
    static let all = [
        "mod_auth_join_token.lua": joinToken, "mod_muc_retraction.lua": retraction,
        "mod_muc_quiet_presence.lua": quietPresence, "mod_muc_limits.lua": limits,
    ]

    /// Accepts a token as the password if it is signed with the secret, for this user and host, and not expired.
    private static let joinToken = """
        local new_sasl = require "util.sasl".new;
        local jwt = require "util.jwt";
        local secret = assert(module:get_option_string("join_token_secret"), "join_token_secret is missing");

        local function is_valid(username, token)
        	local is_signed, claims = jwt.verify(secret, token);
        	return is_signed == true and type(claims) == "table"
        		and claims.sub == username and claims.aud == module.host
        		and type(claims.exp) == "number" and claims.exp > os.time();
        end

        local provider = {};
        function provider.test_password(username, password) return is_valid(username, password) or nil; end
        function provider.user_exists() return true; end
        function provider.users() return function () end; end
        function provider.get_password() return nil, "not-available"; end
        function provider.set_password() return nil, "not-available"; end
        function provider.create_user() return nil, "not-available"; end
        function provider.get_sasl_handler()
        	return new_sasl(module.host, {
        		plain_test = function (_, username, password) return is_valid(username, password), true; end;
        	});
        end
        module:provides("auth", provider);

        """

    /// XEP-0425 0.2: lets a moderator retract a message, including its copy in the archive.
    private static let retraction = """
        local st = require "util.stanza";
        local id = require "util.id";
        local jid_node = require "util.jid".node;
        local now = require "util.datetime".datetime;
        local get_room_from_jid = module:depends("muc").get_room_from_jid;
        local archive = module:open_store("muc_log", "archive");
        local fasten = "urn:xmpp:fasten:0";
        local moderate = "urn:xmpp:message-moderate:0";
        local retract = "urn:xmpp:message-retract:0";

        module:hook("muc-disco#info", function (event)
        	event.reply:tag("feature", { var = moderate }):up();
        end);

        module:hook("iq-set/bare/" .. fasten .. ":apply-to", function (event)
        	local origin, stanza = event.origin, event.stanza;
        	local request = stanza.tags[1];
        	local moderation = request:get_child("moderate", moderate);
        	if not moderation or not moderation:get_child("retract", retract) then return; end
        	local room = get_room_from_jid(stanza.attr.to);
        	local message_id = request.attr.id;
        	if not room or not message_id then
        		origin.send(st.error_reply(stanza, "cancel", "item-not-found"));
        		return true;
        	end
        	local nick = room:get_occupant_jid(stanza.attr.from);
        	local affiliation = room:get_affiliation(stanza.attr.from);
        	local is_moderator = nick and room:get_role(nick) == "moderator";
        	if not is_moderator and affiliation ~= "owner" and affiliation ~= "admin" then
        		origin.send(st.error_reply(stanza, "auth", "forbidden"));
        		return true;
        	end
        	local by = nick or room.jid;
        	local reason = moderation:get_child_text("reason");
        	local original = archive:get(jid_node(room.jid), message_id);
        	if original then
        		local tombstone = st.message({ from = original.attr.from, type = "groupchat", id = original.attr.id })
        			:tag("moderated", { xmlns = moderate, by = by })
        				:tag("retracted", { xmlns = retract, stamp = now() }):up();
        		if reason then tombstone:text_tag("reason", reason); end
        		tombstone:up();
        		local occupant = original:get_child("occupant-id", "urn:xmpp:occupant-id:0");
        		if occupant then tombstone:add_child(occupant); end
        		archive:set(jid_node(room.jid), message_id, tombstone);
        	end
        	local announcement = st.message({ from = room.jid, type = "groupchat", id = id.medium() })
        		:tag("apply-to", { xmlns = fasten, id = message_id })
        			:tag("moderated", { xmlns = moderate, by = by })
        				:tag("retract", { xmlns = retract }):up();
        	if reason then announcement:text_tag("reason", reason); end
        	announcement:up():up():tag("store", { xmlns = "urn:xmpp:hints" }):up();
        	room:broadcast_message(announcement);
        	origin.send(st.reply(stanza));
        	return true;
        end);

        """

    /// Reduces presences in members-only rooms, whose list of people is the keeper's. Those of moderators go to
    /// everyone, others only to moderators. If 300 people enter, that is 900 presences instead of 90,000.
    private static let quietPresence = """
        local jid_bare = require "util.jid".bare;
        local room_mt = module:depends("muc").room_mt;
        local publicise, send_list = room_mt.publicise_occupant_status, room_mt.send_occupant_list;
        local each_occupant = room_mt.each_occupant;

        local function each_moderator(room)
        	local next_occupant, occupants, key = each_occupant(room);
        	return function (state, nick)
        		local occupant;
        		repeat
        			nick, occupant = next_occupant(state, nick);
        		until nick == nil or occupant.role == "moderator";
        		return nick, occupant;
        	end, occupants, key;
        end

        function room_mt:publicise_occupant_status(occupant, x, nick, actor, reason, prev_role, force, recipient)
        	local is_quiet = self:get_members_only() and not recipient
        		and occupant.role ~= "moderator" and prev_role ~= "moderator";
        	-- What stands in the room itself goes before what rooms have in common.
        	if is_quiet then self.each_occupant = each_moderator; end
        	local is_done, problem = pcall(publicise, self, occupant, x, nick, actor, reason, prev_role, force, recipient);
        	self.each_occupant = nil;
        	if not is_done then error(problem, 0); end
        end

        function room_mt:send_occupant_list(to, filter)
        	local affiliation = self:get_affiliation(to);
        	if not self:get_members_only() or affiliation == "owner" or affiliation == "admin" then
        		return send_list(self, to, filter);
        	end
        	local own = jid_bare(to);
        	return send_list(self, to, function (nick, occupant)
        		return occupant and (occupant.role == "moderator" or occupant.bare_jid == own)
        			and (filter == nil or filter(nick, occupant));
        	end);
        end

        """

    /// The rule of `ChatLedger` in milliseconds: a function of the limits, a person's account and a message. It returns
    /// why the message exceeds the limits, or nil. A test compares both.
    package static let chatJudge = """
        local function known(due, step, slack, now)
        	if due > now + slack + step then return now; end
        	return due;
        end
        local function wait(due, step, slack, now)
        	return math.max(0, known(due, step, slack, now) - slack - now);
        end
        local function after(due, step, slack, now)
        	return math.max(known(due, step, slack, now), now) + step;
        end
        local function judge(limits, account, message, now)
        	local is_slow = limits.interval > 0 and not message.is_staff;
        	if message.length > limits.length or message.bytes > limits.size then return "tooLong"; end
        	if is_slow and wait(account.slow, limits.interval, limits.tolerance, now) > 0 then return "chatSlowed"; end
        	if wait(account.due, limits.step, limits.slack, now) > 0 then return "tooManyMessages"; end
        	if message.is_stored and account.bytes + message.bytes > limits.bytes then return "chatFull"; end
        	if message.is_stored then account.bytes = account.bytes + message.bytes; end
        	account.due = after(account.due, limits.step, limits.slack, now);
        	if is_slow then account.slow = after(account.slow, limits.interval, limits.tolerance, now); end
        	return nil;
        end

        """

    /// Refuses messages beyond the limits before they are archived, and reports persistent senders to the room's owner
    /// (docs/live-wire.md, "Limits"). The owner sets a room's limits; otherwise it has none.
    private static let limits =
        """
        local st = require "util.stanza";
        local time_now = require "util.time".now;
        local jid_bare, jid_node = require "util.jid".bare, require "util.jid".node;
        local utf8_length = require "util.encodings".utf8.length;
        local get_room_from_jid = module:depends("muc").get_room_from_jid;
        local live = "urn:tvplay:room:1";
        local store = module:open_store("muc_limits");
        -- By rooms: accounts by bare addresses, and who was refused since the owner was told.
        local ledgers = {};

        \(chatJudge)
        local conditions = {
        	tooLong = { "modify", "not-acceptable" }, chatSlowed = { "wait", "policy-violation" },
        	tooManyMessages = { "wait", "policy-violation" }, chatFull = { "wait", "resource-constraint" },
        };

        local function ledger_of(room)
        	local ledger = ledgers[room.jid];
        	if not ledger then
        		ledger = { accounts = {}, refused = {}, is_told = true, is_saved = true };
        		for bare, bytes in pairs(store:get(jid_node(room.jid)) or {}) do
        			ledger.accounts[bare] = { due = 0, slow = 0, bytes = bytes };
        		end
        		ledgers[room.jid] = ledger;
        	end
        	return ledger;
        end

        local function save()
        	for room_jid, ledger in pairs(ledgers) do
        		if not ledger.is_saved then
        			local bytes = {};
        			for bare, account in pairs(ledger.accounts) do bytes[bare] = account.bytes; end
        			store:set(jid_node(room_jid), bytes);
        			ledger.is_saved = true;
        		end
        	end
        	return 5;
        end
        module:add_timer(5, save);
        function module.unload() save(); end
        module:hook_global("server-stopping", save);

        module:hook("muc-room-destroyed", function (event)
        	ledgers[event.room.jid] = nil;
        	store:set(jid_node(event.room.jid), nil);
        end);

        local function tell_owner(room)
        	local ledger = ledger_of(room);
        	local excess = st.stanza("excess", { xmlns = live });
        	for bare, count in pairs(ledger.refused) do
        		excess:tag("person", { jid = bare, count = tostring(count) }):up();
        	end
        	ledger.refused, ledger.is_told = {}, true;
        	for _, occupant in room:each_occupant() do
        		if room:get_affiliation(occupant.bare_jid) == "owner" then
        			for real_jid in occupant:each_session() do
        				room:route_stanza(st.message({ from = room.jid, to = real_jid }):add_child(excess));
        			end
        		end
        	end
        end

        local function note_refused(room, bare)
        	local ledger = ledger_of(room);
        	ledger.refused[bare] = (ledger.refused[bare] or 0) + 1;
        	if ledger.is_told then
        		ledger.is_told = false;
        		module:add_timer(0.25, function () tell_owner(room); end);
        	end
        end

        -- Nil: the message may pass.
        local function refusal(room, bare, stanza, is_stored)
        	local limits = room._data.class_limits;
        	if not limits or room:get_affiliation(bare) == "owner" then return nil; end
        	local ledger = ledger_of(room);
        	local account = ledger.accounts[bare];
        	if not account then
        		account = { due = 0, slow = 0, bytes = 0 };
        		ledger.accounts[bare] = account;
        	end
        	local body = stanza:get_child_text("body") or "";
        	local message = {
        		length = utf8_length(body) or #body, bytes = #tostring(stanza), is_stored = is_stored,
        		is_staff = limits.staff[bare] or false,
        	};
        	local reason = judge(limits, account, message, math.floor(time_now() * 1000));
        	if not reason then
        		if is_stored then ledger.is_saved = false; end
        		return nil;
        	end
        	note_refused(room, bare);
        	local condition = conditions[reason];
        	return st.error_reply(stanza, condition[1], condition[2], limits.words[reason])
        		:tag("refused", { xmlns = live, reason = reason }):up();
        end

        module:hook("muc-occupant-groupchat", function (event)
        	local room, occupant, stanza = event.room, event.occupant, event.stanza;
        	if not occupant then return; end
        	if occupant.role == "visitor" then
        		if room._data.class_limits then note_refused(room, occupant.bare_jid); end
        		return;
        	end
        	local is_stored = module:fire_event("muc-message-is-historic", { room = room, stanza = stanza }) == true;
        	local reply = refusal(room, occupant.bare_jid, stanza, is_stored);
        	if not reply then return; end
        	event.origin.send(reply);
        	return true;
        end, 60);

        module:hook("muc-private-message", function (event)
        	local room, stanza = event.room, event.stanza;
        	local occupant = room:get_occupant_by_nick(stanza.attr.from);
        	if not occupant or stanza.attr.type == "error" then return; end
        	local reply = refusal(room, occupant.bare_jid, stanza, false);
        	if not reply then return; end
        	reply.attr.to = event.origin.full_jid;
        	event.origin.send(reply);
        	return false;
        end);

        module:hook("iq-set/bare/" .. live .. ":limits", function (event)
        	local origin, stanza = event.origin, event.stanza;
        	local room = get_room_from_jid(stanza.attr.to);
        	if not room then
        		origin.send(st.error_reply(stanza, "cancel", "item-not-found"));
        		return true;
        	end
        	if room:get_affiliation(stanza.attr.from) ~= "owner" then
        		origin.send(st.error_reply(stanza, "auth", "forbidden"));
        		return true;
        	end
        	local element = stanza.tags[1];
        	local limits = { staff = {}, words = {} };
        	for _, name in ipairs { "step", "slack", "interval", "tolerance", "length", "size", "bytes" } do
        		local number = math.tointeger(tonumber(element.attr[name]));
        		if not number or number < 0 then
        			origin.send(st.error_reply(stanza, "modify", "bad-request"));
        			return true;
        		end
        		limits[name] = number;
        	end
        	for staff in element:childtags("staff") do limits.staff[jid_bare(staff.attr.jid) or ""] = true; end
        	for words in element:childtags("words") do limits.words[words.attr.reason or ""] = words:get_text(); end
        	room._data.class_limits = limits;
        	room:save();
        	origin.send(st.reply(stanza));
        	return true;
        end);

        """
}
