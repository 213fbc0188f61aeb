import CPlatform

exit(FrontProgram.run())
