import PlayCore

extension CommandTable {
    static let joining = [
        CommandSpec.Option("code", .text, summary: trMark("Enter a live class with this join code.")),
        CommandSpec.Option(
            "server", .host, summary: trMark("Class server of the code, signature or account.")),
        CommandSpec.Option("name", .text, summary: trMark("Your name in a live class. Default: --user-name.")),
        CommandSpec.Option("avatar", .address, summary: trMark("Address of your picture in a live class.")),
        CommandSpec.Option(
            "room", .text,
            summary: trMark("Enter this live class: with --sign and --number by a signature, else by signing in.")),
        CommandSpec.Option("sign", .text, summary: trMark("Signature of room, number, name, role, group and expiry.")),
        CommandSpec.Option("number", .text, summary: trMark("Your number, digits only, as it was signed.")),
        CommandSpec.Option(
            "role", .text, summary: trMark("Your role as it was signed: student, teacher, assistant or guest.")),
        CommandSpec.Option("group", .integer(0...Int(Int32.max)), summary: trMark("Your group as it was signed.")),
        CommandSpec.Option(
            "expires", .integer(0...Int.max),
            summary: trMark("End of the signature as it was signed, in Unix seconds.")),
        CommandSpec.Option(
            "share", .text,
            summary: trMark("Show a pane of tmux to the live class, as text: terminal, or terminal:PANE.")),
        CommandSpec.Option(
            "auto-start", summary: trMark("Start the live class when the teacher enters, without asking.")),
    ]
}
