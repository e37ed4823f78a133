"""Set-up: what Lore writes into the settings of agents, shown before, taken back to the byte.

A plan is made of the table (`wanted`), of what the log knows (`record`) and of what stands in the files (`editing`). May
import `lore.adapters.table`, `lore.files`, `lore.store` and what lies below.
"""
