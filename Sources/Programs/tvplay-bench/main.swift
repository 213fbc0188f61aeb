import CPlatform

exit(BenchProgram.run(Array(CommandLine.arguments.dropFirst())))
