// tvplay-bench: named cases on fixed input, as tables and JSON. docs/performance.md says which case produces which
// figure.
//
// Begin with: `BenchProgram`, then the folder Cases.

import CPlatform

exit(BenchProgram.run(Array(CommandLine.arguments.dropFirst())))
