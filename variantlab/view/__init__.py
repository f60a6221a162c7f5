"""What a reader sees: boards, charts, tables and their words, in English and Japanese."""
