/// Modules of Prosody that the package does not have, in its language.
enum ProsodyModules {
    static let all = [
        "mod_auth_join_token.lua": joinToken, "mod_muc_retraction.lua": retraction,
        "mod_muc_quiet_presence.lua": quietPresence,
    ]

    /// Logs in whoever has a token that the secret signed: for this user, this host, and not over yet.
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

    /// XEP-0425 0.2: a moderator takes a message back; it goes from the archive, too.
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

    /// In a room of invited people, whose list is the keeper's, presences go to moderators alone, those of moderators to all:
    /// when 300 people enter, that is 900 presences in place of 90,000.
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
}
