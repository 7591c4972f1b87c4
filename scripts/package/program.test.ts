import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { program } from './program.ts'

const folder = temporaryFolder()
let bin: string
beforeAll(() => {
  bin = join(folder, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'node'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 })
  writeFileSync(join(bin, 'assay'), program('"$here/../main.js"'), { mode: 0o755 })
  symlinkSync(join(bin, 'assay'), join(folder, 'linked'))
})

const run = (file: string, words: string[], options: object = {}) =>
  execFileSync(file, words, { encoding: 'utf8', ...options }).trim()

test('needs no program but the shell', () => {
  const env = { PATH: join(folder, 'nothing') }
  expect(run(join(bin, 'assay'), ['backup', '--to', 'a b'], { env })).toBe(
    `${bin}/../main.js backup --to a b`,
  )
})

test('runs through a link, and by its name', () => {
  expect(run(join(folder, 'linked'), ['scan'])).toBe(`${bin}/../main.js scan`)
  expect(run('/bin/sh', ['assay', 'scan'], { cwd: bin })).toBe('./../main.js scan')
})
