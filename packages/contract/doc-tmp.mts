import { contract } from './src/contract.ts'
import { openapi } from './src/openapi.ts'
import { writeFileSync } from 'node:fs'
writeFileSync('/dev/shm/spec/openapi.json', JSON.stringify(openapi(contract, '0.1.0'), null, 1))
