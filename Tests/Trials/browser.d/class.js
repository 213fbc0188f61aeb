"use strict";
// A person in a live class, in a browser. Implements only docs/live-wire.md and docs/guide/live-servers.md.

const FRAMING = "urn:ietf:params:xml:ns:xmpp-framing";
const SASL = "urn:ietf:params:xml:ns:xmpp-sasl";
const BIND = "urn:ietf:params:xml:ns:xmpp-bind";
const MUC = "http://jabber.org/protocol/muc";
const LIVE = "urn:tvplay:room:1";
const JSON_NAME = "urn:xmpp:json:0";

function escaped(text) {
    return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

function child(element, name, namespace) {
    return [...element.children].find((c) => c.localName === name && c.namespaceURI === namespace);
}

/// A connection of XMPP over a WebSocket (RFC 7395), for a person with a ticket, in one room.
class ClassConnection {
    constructor(ticket, heard) {
        this.ticket = ticket;
        this.heard = heard;
        this.waiting = new Map();
        this.number = 0;
        this.isLoggedIn = false;
    }

    /// Resolves when the person is in the room.
    enter() {
        return new Promise((resolve, reject) => {
            this.entered = resolve;
            this.socket = new WebSocket(this.ticket.server.webSocket, "xmpp");
            this.socket.onopen = () => this.open();
            this.socket.onmessage = (message) => this.receive(message.data);
            this.socket.onerror = () => reject(new Error("no connection to the chat server"));
            this.socket.onclose = () => reject(new Error("the chat server ended the connection"));
        });
    }

    open() {
        const domain = this.ticket.jid.split("@")[1];
        this.socket.send(`<open xmlns="${FRAMING}" to="${escaped(domain)}" version="1.0"/>`);
    }

    receive(text) {
        const element = new DOMParser().parseFromString(text, "text/xml").documentElement;
        switch (element.localName) {
        case "features": return this.isLoggedIn ? this.bind() : this.logIn();
        case "success":
            this.isLoggedIn = true;
            return this.open();
        case "failure": return this.socket.close();
        case "iq": return this.receiveIQ(element);
        case "presence":
            if ([...element.getElementsByTagName("status")].some((s) => s.getAttribute("code") === "110")) this.entered();
            return;
        case "message": {
            const event = child(element, "event", LIVE);
            if (event) this.heard(JSON.parse(child(event, "json", JSON_NAME).textContent));
        }
        }
    }

    logIn() {
        const words = new TextEncoder().encode(`\0${this.ticket.jid.split("@")[0]}\0${this.ticket.token}`);
        const text = btoa(String.fromCharCode(...words));
        this.socket.send(`<auth xmlns="${SASL}" mechanism="PLAIN">${text}</auth>`);
    }

    async bind() {
        await this.ask("set", null, `<bind xmlns="${BIND}"><resource>browser</resource></bind>`);
        const place = escaped(`${this.ticket.room}/${this.ticket.user.name}`);
        this.socket.send(
            `<presence xmlns="jabber:client" to="${place}"><x xmlns="${MUC}"><history maxstanzas="0"/></x></presence>`);
    }

    ask(type, to, content) {
        const id = `q${++this.number}`;
        const target = to ? ` to="${escaped(to)}"` : "";
        this.socket.send(`<iq xmlns="jabber:client" type="${type}" id="${id}"${target}>${content}</iq>`);
        return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    }

    receiveIQ(element) {
        const [id, type] = [element.getAttribute("id"), element.getAttribute("type")];
        if (type === "get" || type === "set") {
            const to = escaped(element.getAttribute("from") || "");
            this.socket.send(`<iq xmlns="jabber:client" type="result" id="${escaped(id)}" to="${to}"/>`);
            return;
        }
        const waits = this.waiting.get(id);
        this.waiting.delete(id);
        if (!waits) return;
        if (type === "result") return waits.resolve(element);
        const refusal = element.getElementsByTagName("refused")[0];
        waits.reject(new Error(refusal ? refusal.getAttribute("reason") : element.textContent || "refused"));
    }

    /// Sends a wish of `ClassWish`.
    act(name, value) {
        const json = escaped(JSON.stringify(value === undefined ? { name } : { name, value }));
        return this.ask("set", this.ticket.keeper,
            `<act xmlns="${LIVE}" room="${escaped(this.ticket.room)}" id="a${++this.number}">` +
            `<json xmlns="${JSON_NAME}">${json}</json></act>`);
    }

    /// Requests the current state, and handles the events that lead to it.
    async state() {
        let [from, total, snapshot] = [0, 1, ""];
        while (from < total) {
            const answer = await this.ask("get", this.ticket.keeper,
                `<state xmlns="${LIVE}" room="${escaped(this.ticket.room)}" from="${from}"${snapshot}/>`);
            const state = child(answer, "state", LIVE);
            const lines = child(state, "lines", LIVE);
            snapshot = ` snapshot="${state.getAttribute("number")}"`;
            total = Number(state.getAttribute("total"));
            if (!lines) return;
            const bytes = Uint8Array.from(atob(lines.textContent), (c) => c.charCodeAt(0));
            const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
            for (const line of (await new Response(stream).text()).split("\n")) if (line) this.heard(JSON.parse(line));
            from += Number(lines.getAttribute("count"));
        }
    }
}

/// One stream of the class over UDP: WHIP or WHEP at the keeper.
class ClassStream {
    constructor(ticket, user, kind) {
        const server = ticket.media.find((m) => m.name === "webrtc");
        const room = ticket.room.split("@")[0];
        this.name = `${ClassStream.plain(room)}~${ClassStream.plain(user)}~${kind}`;
        this.server = server;
        this.user = user;
        this.kind = kind;
        this.connection = new RTCPeerConnection();
        this.begun = Date.now();
    }

    static plain(text) {
        return [...new TextEncoder().encode(text)].map((byte) => {
            const c = String.fromCharCode(byte);
            return /[A-Za-z0-9_-]/.test(c) ? c : "=" + byte.toString(16).toUpperCase().padStart(2, "0");
        }).join("");
    }

    request(method, address, text) {
        const headers = { Authorization: `Bearer ${this.server.token}` };
        if (text !== undefined) headers["Content-Type"] = "application/sdp";
        return fetch(address, { method, headers, body: text });
    }

    address(way) { return `${this.server.address}/${way}/${this.name}`; }

    async send(track) {
        this.connection.addTransceiver(track, { direction: "sendonly" });
        await this.connection.setLocalDescription();
        this.begun = Date.now();
        const answer = await this.request("POST", this.address("whip"), this.connection.localDescription.sdp);
        if (answer.status !== 201) throw new Error(`${this.name}: ${answer.status} ${await answer.text()}`);
        this.resource = new URL(answer.headers.get("Location"), this.server.address).href;
        await this.connection.setRemoteDescription({ type: "answer", sdp: await answer.text() });
    }

    /// - Returns: the track.
    async receive() {
        const asking = new RTCPeerConnection();
        asking.addTransceiver(this.kind.endsWith("audio") ? "audio" : "video", { direction: "recvonly" });
        const wish = (await asking.createOffer()).sdp;
        asking.close();
        // The notice about a new stream may arrive before its media.
        let offer = await this.request("POST", this.address("whep"), wish);
        for (let tries = 0; offer.status === 404 && tries < 20; tries++) {
            await new Promise((resolve) => setTimeout(resolve, 250));
            offer = await this.request("POST", this.address("whep"), wish);
        }
        if (offer.status !== 406) throw new Error(`${this.name}: ${offer.status} ${await offer.text()}`);
        this.resource = new URL(offer.headers.get("Location"), this.server.address).href;
        const track = new Promise((resolve) => { this.connection.ontrack = (event) => resolve(event.track); });
        await this.connection.setRemoteDescription({ type: "offer", sdp: await offer.text() });
        await this.connection.setLocalDescription();
        const taken = await this.request("PATCH", this.resource, this.connection.localDescription.sdp);
        if (!taken.ok) throw new Error(`${this.name}: ${taken.status}`);
        return track;
    }

    async end() {
        this.connection.close();
        if (this.resource) await this.request("DELETE", this.resource);
    }
}
