import Glibc

exit(Harness.run(Array(CommandLine.arguments.dropFirst())))
