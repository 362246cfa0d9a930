"""Reference games with published exact values: the shortest examples of the contract."""
