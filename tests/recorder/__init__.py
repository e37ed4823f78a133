"""What a program and everything it starts does to the network and to files, native code included."""
