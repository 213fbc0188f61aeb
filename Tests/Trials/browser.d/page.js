"use strict";
// Attends a class by the join link in the address (`#/c/CODE?NAME`), receives the other participants' streams, and reports
// to the server of this page. The responses are commands, the same as those of the buttons.

const streams = new Map();
const users = new Map();
const report = { errors: [], notes: [] };
let me = null;
let room = null;

function note(what) { report.notes.push({ at: Date.now(), what }); }

function fail(error) { report.errors.push(String(error && error.message || error)); }

/// Returns the kinds of streams that a person sends, from the class's state.
function kinds(user) {
    const all = {
        hasAudio: "audio", hasVideo: "video", hasSmallVideo: "video-small", hasShared: "shared", hasSharedAudio: "shared-audio",
    };
    return Object.keys(all).filter((name) => user[name]).map((name) => all[name]);
}

function hear(event) {
    const value = event.value;
    switch (event.kind) {
    case "users": case "usersEntered":
        for (const user of value.users || value) users.set(user.id, user.name);
        break;
    case "mediaUsers":
        for (const user of value) follow(user);
        break;
    case "classInProgress": report.isInProgress = value; break;
    case "speakerAdded":
        if ((value.user || value.id) === me.user.id) note("word");
        break;
    }
}

/// Receives the streams that a person sends at present, and closes the person's other streams.
function follow(user) {
    if (user.id === me.user.id) return;
    const wanted = kinds(user).map((kind) => `${user.id} ${kind}`);
    for (const [key, stream] of streams) {
        if (stream.user !== user.id || wanted.includes(key)) continue;
        streams.delete(key);
        stream.end().catch(fail);
    }
    for (const kind of kinds(user)) {
        if (!streams.has(`${user.id} ${kind}`)) receive(user.id, kind).catch(fail);
    }
}

async function receive(user, kind) {
    const stream = new ClassStream(me, user, kind);
    streams.set(`${user} ${kind}`, stream);
    const track = await stream.receive();
    const element = document.createElement(track.kind);
    element.autoplay = true;
    element.srcObject = new MediaStream([track]);
    document.getElementById("pictures").append(element);
    stream.element = element;
    if (track.kind === "video") return watch(stream, element);
    const context = new AudioContext();
    stream.listening = context.createAnalyser();
    stream.listening.fftSize = 4096;
    context.createMediaStreamSource(element.srcObject).connect(stream.listening);
}

/// Records the time of the first picture, and counts the following ones.
function watch(stream, element) {
    stream.shown = 0;
    const next = () => element.requestVideoFrameCallback(() => {
        if (stream.shown++ === 0) stream.firstPicture = Date.now() - stream.begun;
        next();
    });
    next();
}

async function send() {
    const media = await navigator.mediaDevices.getUserMedia({
        audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
        video: { width: 640, height: 360, frameRate: 15 },
    });
    for (const track of media.getTracks()) {
        const stream = new ClassStream(me, me.user.id, track.kind);
        stream.isOwn = true;
        streams.set(`own ${track.kind}`, stream);
        await stream.send(track);
        note(`sends ${track.kind}`);
    }
}

async function stop() {
    for (const [key, stream] of streams) {
        if (!stream.isOwn) continue;
        streams.delete(key);
        await stream.end();
    }
    await room.act("stopSpeaking");
}

// Statistics of the browser

const FIELDS = [
    "packetsReceived", "packetsLost", "jitter", "framesDecoded", "framesReceived", "framesDropped", "framesPerSecond", "frameWidth",
    "frameHeight", "keyFramesDecoded", "freezeCount", "totalFreezesDuration", "nackCount", "pliCount", "firCount",
    "totalSamplesReceived", "concealedSamples", "silentConcealedSamples", "totalAudioEnergy", "audioLevel", "packetsSent", "bytesSent",
    "bytesReceived", "retransmittedPacketsSent", "framesEncoded", "keyFramesEncoded", "framesSent", "targetBitrate",
    "qualityLimitationReason", "encoderImplementation", "decoderImplementation",
];

async function figures(stream) {
    const all = await stream.connection.getStats();
    const found = { user: users.get(stream.user) || stream.user, kind: stream.kind, isOwn: Boolean(stream.isOwn) };
    for (const one of all.values()) {
        if (one.type === "inbound-rtp" || one.type === "outbound-rtp") {
            for (const name of FIELDS) if (one[name] !== undefined) found[name] = one[name];
            const codec = all.get(one.codecId);
            if (codec) found.codec = `${codec.mimeType} ${codec.sdpFmtpLine || ""}`.trim();
        } else if (one.type === "remote-inbound-rtp") {
            Object.assign(found, { farLost: one.packetsLost, farJitter: one.jitter, roundTrip: one.roundTripTime });
        } else if (one.type === "candidate-pair" && one.nominated) {
            found.availableOutgoingBitrate = one.availableOutgoingBitrate;
        }
    }
    found.state = stream.connection.connectionState;
    if (stream.firstPicture !== undefined) found.firstPicture = stream.firstPicture;
    if (stream.shown !== undefined) found.shown = stream.shown;
    if (stream.isOwn) found.begun = stream.begun;
    if (stream.listening) found.tone = tone(stream.listening);
    if (stream.element && stream.element.videoWidth) found.colours = colours(stream.element);
    return found;
}

/// Returns the loudest frequency.
function tone(listening) {
    const bins = new Float32Array(listening.frequencyBinCount);
    listening.getFloatFrequencyData(bins);
    const loudest = bins.indexOf(Math.max(...bins));
    return Math.round(loudest * listening.context.sampleRate / listening.fftSize);
}

/// Returns the number of colours in a picture, of 4,096.
function colours(element) {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [64, 36];
    const context = canvas.getContext("2d");
    context.drawImage(element, 0, 0, 64, 36);
    const pixels = context.getImageData(0, 0, 64, 36).data;
    const found = new Set();
    for (let at = 0; at < pixels.length; at += 4) found.add(pixels[at] >> 4 << 8 | pixels[at + 1] >> 4 << 4 | pixels[at + 2] >> 4);
    return found.size;
}

/// Halves the size of pictures from now on, as a browser does by itself if its line or processor is overloaded.
async function halve() {
    const sender = streams.get("own video").connection.getSenders()[0];
    const parameters = sender.getParameters();
    parameters.encodings[0].scaleResolutionDownBy = 2;
    await sender.setParameters(parameters);
}

const ORDERS = { raise: () => room.act("requestToSpeak"), send, stop, halve };

function perform(order) {
    ORDERS[order]().then(() => note(`done ${order}`), fail);
}

async function tell() {
    report.at = Date.now();
    report.streams = await Promise.all([...streams.values()].map(figures));
    document.getElementById("report").textContent = JSON.stringify(report, null, 1);
    const answer = await fetch("/report", { method: "POST", body: JSON.stringify(report) });
    (await answer.json()).forEach(perform);
}

async function attend() {
    const [link, name] = location.hash.slice(1).split("?");
    const answer = await fetch(link, {
        method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ name: decodeURIComponent(name || "Browser") }),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    me = await answer.json();
    room = new ClassConnection(me, hear);
    await room.enter();
    note("entered");
    await room.state();
    note("knows");
}

for (const name of ["raise", "send", "stop"]) document.getElementById(name).onclick = () => perform(name);
attend().catch(fail);
setInterval(() => tell().catch(() => {}), 500);
