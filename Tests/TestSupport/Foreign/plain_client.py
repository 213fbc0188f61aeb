"""A plain XMPP client based on slixmpp, without support for live classes.

usage: plain_client.py HOST PORT DOMAIN CA ROOM NICK

It logs in without a name (ANONYMOUS), enters the room, prints received messages as lines "NICK: TEXT", and runs the commands
on its standard input: "say TEXT", "flood COUNT BYTES", "voice" (XEP-0045, 7.13), "leave", "join".
"""

import asyncio
import ssl
import sys

import slixmpp
from slixmpp.xmlstream import ET


class PlainClient(slixmpp.ClientXMPP):
    def __init__(self, domain, authority, room, nick):
        super().__init__(domain, "")
        self.room, self.nick = room, nick
        self.ca_certs = authority
        self.register_plugin("xep_0045")
        self.register_plugin("xep_0199")
        self.add_event_handler("session_start", self.on_start)
        self.add_event_handler("groupchat_message", self.on_message)
        self.add_event_handler("message", self.on_private)
        self.add_event_handler("presence_error", lambda p: self.tell("refused", p["error"]["condition"]))
        self.add_event_handler(f"muc::{room}::presence", self.on_presence)
        self.add_event_handler("failed_auth", lambda _: self.tell("login", "failed"))
        self.add_event_handler("message_error", self.on_error)

    def tell(self, who, text):
        print(f"{who}: {text}", flush=True)

    async def on_start(self, _):
        self.send_presence()
        self["xep_0045"].join_muc(self.room, self.nick)
        loop = asyncio.get_running_loop()
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            self.obey(line.rstrip("\n"))
        self.disconnect()

    def obey(self, line):
        word, _, rest = line.partition(" ")
        if word == "say":
            self.send_message(mto=self.room, mbody=rest, mtype="groupchat")
        elif word == "flood":
            count, size = map(int, rest.split())
            for number in range(count):
                self.send_message(mto=self.room, mbody=f"{number} ".ljust(size, "x"), mtype="groupchat")
        elif word == "join":
            self["xep_0045"].join_muc(self.room, self.nick)
        elif word == "voice":
            form = ET.fromstring(
                '<x xmlns="jabber:x:data" type="submit">'
                '<field var="FORM_TYPE"><value>http://jabber.org/protocol/muc#request</value></field>'
                '<field var="muc#role" type="list-single"><value>participant</value></field></x>')
            message = self.make_message(mto=self.room)
            message.append(form)
            message.send()
        elif word == "leave":
            self["xep_0045"].leave_muc(self.room, self.nick)

    def on_message(self, message):
        if message["body"]:
            self.tell(message["mucnick"], message["body"])

    def on_error(self, message):
        # slixmpp 1.8 does not know all conditions of RFC 6120.
        names = [child.tag.rpartition("}")[2] for child in message["error"].xml]
        self.tell("error", f'{next(n for n in names if n not in ("text", "refused"))}: {message["error"]["text"]}')

    def on_private(self, message):
        if message["type"] == "chat" and message["body"]:
            self.tell("to me", message["body"])

    def on_presence(self, presence):
        if presence["muc"]["nick"] == self.nick:
            self.tell("role", presence["muc"]["role"])


def main():
    host, port, domain, authority, room, nick = sys.argv[1:]
    client = PlainClient(domain, authority, room, nick)
    if hasattr(client, "process"):
        client.connect((host, int(port)))
        client.process(forever=False)
    else:
        # slixmpp 1.9 and newer.
        client.connect(host, int(port))
        client.loop.run_until_complete(client.disconnected)


main()
