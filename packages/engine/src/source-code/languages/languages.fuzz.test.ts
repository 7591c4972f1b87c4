import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mutated, noise } from '../../documents/testing/mutations.ts'
import { dotnet } from './dotnet.ts'
import { goLanguage } from './go-language.ts'
import { javascript } from './javascript.ts'
import { jvm } from './jvm.ts'
import { php } from './php.ts'
import { python } from './python.ts'
import { ruby } from './ruby.ts'
import { rust } from './rust.ts'

const isLong = process.env['MODE'] === 'fuzz'
const numRuns = isLong ? 20_000 : 300

const languages = { dotnet, goLanguage, javascript, jvm, php, python, ruby, rust }
const seed = new TextEncoder().encode(`<?php use A\\B; ?>
import a, { b } from 'c' // d
from e import (f, g)
import ( h "i.io/j"; . "k" )
require \`l\${ m ? \`n\` : /o['"]/ }p\`
use q::{r, s::T}; r#"u"#; 'v'; """w"""
using X = Y.Z;
x = <<~EOT
EOT
=begin
=end
/* import static a.b.C; */ a.b.C.d()
`)

test.each(Object.entries(languages))('%s: whatever the text, a reading has lines of it', (_, language) => {
  fc.assert(
    fc.property(fc.oneof(mutated(seed), noise), (bytes) => {
      const text = new TextDecoder().decode(bytes)
      const { imports, symbols, dynamicLine } = language.read(text, 'a.vue')
      const lines = text.split('\n').length
      for (const { module, line } of [...imports, ...symbols]) {
        expect(module).not.toBe('')
        expect(line).toBeGreaterThan(0)
        expect(line).toBeLessThanOrEqual(lines)
      }
      expect(dynamicLine ?? 1).toBeLessThanOrEqual(lines)
    }),
    { numRuns },
  )
})

const units = [
  '"',
  "'",
  '`',
  '`${',
  '`${`',
  '/',
  '(/',
  '=/[',
  '/*',
  '//',
  '"""',
  "'''",
  '#',
  'r#"',
  'r##"',
  '@"',
  '(*',
  '<<A\n',
  '<<~AA\n',
  '<<<A\n',
  '=begin\n',
  '__END__',
  '?>',
  '<?php ',
  '<script>',
  '---\n',
  '\n',
  ' ',
  '\\',
  'import ',
  'import a,',
  'import {',
  'import type {type a,',
  'from a import (',
  'from a import b,',
  'from "',
  'import (\n',
  'import a.',
  'import "a" ',
  'require(',
  'require ',
  "require('a' +",
  'import_module(',
  'Class.forName(',
  'use a,',
  'use a\\{',
  '\\a\\b',
  'use a::',
  'a::',
  'a ::',
  'a.',
  'A.',
  'mod a ',
  'using A=',
  'global using ',
]

/** Processor time of this thread, the fastest of several. */
function costMs(run: () => unknown): number {
  let least = Infinity
  for (let count = 0; count < 3; count++) {
    const before = process.threadCpuUsage()
    run()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

test.each(Object.entries(languages))('%s: the time grows linearly with the text', (_, language) => {
  const slow = units.filter((unit) => {
    const [small, large] = [10_000, 80_000].map((length) => unit.repeat(length / unit.length))
    const smallMs = Math.max(
      costMs(() => language.read(small!, 'a.ts')),
      3,
    )
    // Quadratic growth would be 64.
    return costMs(() => language.read(large!, 'a.ts')) > 30 * smallMs
  })
  expect(slow).toEqual([])
})
