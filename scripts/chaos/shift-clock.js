// Loaded before the server (--import): shifts its clock by the milliseconds in a file, which is reread on SIGUSR2.
import { readFileSync } from 'node:fs'

const path = process.env.CHAOS_CLOCK
const System = Date
let offset = 0

const read = () => {
  offset = Number(readFileSync(path, 'utf8'))
}

globalThis.Date = class Date extends System {
  constructor(...values) {
    if (values.length === 0) super(System.now() + offset)
    else super(...values)
  }
  static now() {
    return System.now() + offset
  }
}

if (path) {
  read()
  process.on('SIGUSR2', read)
}
