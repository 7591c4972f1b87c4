import { describe, expect, test } from 'vitest'
import type { SourceLanguage } from '../source-language.ts'
import { dotnet } from './dotnet.ts'
import { goLanguage } from './go-language.ts'
import { javascript } from './javascript.ts'
import { jvm } from './jvm.ts'
import { php } from './php.ts'
import { python } from './python.ts'
import { ruby } from './ruby.ts'
import { rust } from './rust.ts'

/** 'module:line' of each import, and '?:line' for one that only the running program knows. */
function importsOf(language: SourceLanguage, text: string, path = 'a.x'): string[] {
  const { imports, dynamicLine } = language.read(text, path)
  const found = imports.map(({ module, line }) => `${module}:${line}`)
  return dynamicLine === null ? found : [...found, `?:${dynamicLine}`]
}

type Case = [title: string, text: string, expected: string[]]

const cases: Record<string, [SourceLanguage, Case[], path?: string]> = {
  javascript: [
    javascript,
    [
      [
        'default, named and namespace imports',
        `import a from 'x'\nimport { b as c } from "y"\nimport * as d from 'z'`,
        ['x:1', 'y:2', 'z:3'],
      ],
      ['for its effects', `import 'x/register'`, ['x/register:1']],
      ['over several lines', `import {\n  a,\n  b,\n} from 'x'`, ['x:4']],
      ['scoped packages and paths in them', `import a from '@s/p/deep'`, ['@s/p/deep:1']],
      ['exports of others', `export * from 'x'\nexport { a } from 'y'`, ['x:1', 'y:2']],
      [
        'types alone are none',
        `import type { A } from 'x'\nimport { type B, type C } from 'y'\nexport type { D } from 'z'`,
        [],
      ],
      ['types beside values', `import { type A, b } from 'x'`, ['x:1']],
      ['a value named type', `import type from 'x'`, ['x:1']],
      [
        'require',
        `const a = require('x')\nrequire.resolve("y")\nimport b = require('z')`,
        ['x:1', 'y:2', 'z:3'],
      ],
      ['a method named require is another', `this.require('x'); a.import('y')`, []],
      [
        'import of a string',
        `await import('x'); const p = () => import(/* webpackChunkName: "n" */ 'y')`,
        ['x:1', 'y:1'],
      ],
      ['import of a template without parts', 'await import(`x`)', ['x:1']],
      ['import of a template in a package', 'require(`x/lang/${a}`)', ['x/lang/:1']],
      ['import of a template', 'a\nrequire(`plugin-${a}`)', ['?:2']],
      ['import of a template that begins with a part', 'require(`${a}/x`)', ['?:1']],
      ['import of a value', `\nrequire(name)`, ['?:2']],
      ['import of a sum', `require('x-' + name)`, ['?:1']],
      [
        'import of own files by a value',
        'require(`./a/${b}`); import("../" + c); require(path.join(__dirname, d))',
        [],
      ],
      ['own files and parts of Node', `import './a'; import '../b'; import '#c'; import 'node:fs'`, []],
      ['comments', `// import 'x'\n/* require('y')\n*/ import 'z'`, ['z:3']],
      ['a comment within', `import a /* from 'x' */ from 'y'`, ['y:1']],
      ['strings', `const a = "import 'x'"; const b = 'require("y")'`, []],
      ['a template with imports in its text', "const a = `\nimport 'x'\n`\nimport 'y'", ['y:4']],
      ['nested templates', 'const a = `${b ? `${c}` : "`"} }`; import "x"', ['x:1']],
      [
        'regular expressions with quotes',
        `const a = /['"]/g; import 'x'\nif (/'/.test(b)) import('y')`,
        ['x:1', 'y:2'],
      ],
      ['divisions', `const a = b / c; import 'x'; d / 2`, ['x:1']],
      ['text of elements with an apostrophe', `const a = <p>Don't</p>\nimport 'x'`, ['x:2']],
      ['from as a name', `const from = 'x'; Array.from('y')`, []],
      ['specifiers of Deno', `import a from 'npm:x@4.1'; import b from 'npm:@s/p@1/d'`, ['x:1', '@s/p/d:1']],
      ['a string without end', `const a = 'x\nimport 'y'`, ['y:2']],
      ['a comment without end', `import 'x' /* import 'y'`, ['x:1']],
    ],
    'a.ts',
  ],
  python: [
    python,
    [
      ['import', 'import a\nimport b.c as d, e', ['a:1', 'b.c:2', 'e:2']],
      ['from', 'from a.b import c', ['a.b:1', 'a.b.c:1']],
      ['from over lines', 'from a import (\n  b as x,  # c\n  d,\n)', ['a:1', 'a.b:1', 'a.d:1']],
      ['own modules', 'from . import a\nfrom .b import c\nfrom .. import d', []],
      ['in a block', 'try:\n    import a\nexcept ImportError:\n    import b', ['a:2', 'b:4']],
      ['after a colon or semicolon', 'try: import a\nx = 1; import b', ['a:1', 'b:2']],
      ['in a function', 'def f():\n\tfrom a import b', ['a:2', 'a.b:2']],
      ['comments', '# import a\nx = 1  # import b', []],
      ['documentation', '"""\nimport a\n>>> import b\n"""\nimport c', ['c:5']],
      ['strings', `x = 'import a'\ny = "'''"\nimport b`, ['b:3']],
      ['other words', 'yield from a\nraise B from c\nimportant = 1', []],
      ['by a string', "importlib.import_module('a.b')\n__import__('c')", ['a.b:1', 'c:2']],
      ['by a value', 'x\nimport_module(name)', ['?:2']],
      ['by a sum', `import_module("a." + name)`, ['?:1']],
      ['all names', 'from a import *', ['a:1']],
    ],
  ],
  go: [
    goLanguage,
    [
      ['one', 'package a\nimport "github.com/x/y"', ['github.com/x/y:2']],
      [
        'a block with names',
        'import (\n\t"fmt"\n\ty "github.com/x/y/v2"\n\t. "z.io/a"\n\t_ "z.io/b"\n)',
        ['stdlib/fmt:2', 'github.com/x/y/v2:3', 'z.io/a:4', 'z.io/b:5'],
      ],
      ['cgo', 'import "C"', []],
      [
        'comments and strings',
        '// import "a.io/b"\nvar s = `\nimport "a.io/c"\n`\n/*\nimport "a.io/d" */',
        [],
      ],
      ['a comment in a block', 'import (\n // "a.io/b"\n "a.io/c" // d)\n)', ['a.io/c:3']],
    ],
  ],
  jvm: [
    jvm,
    [
      [
        'classes, static members and all of a package',
        'import a.b.C;\nimport static a.b.D.e;\nimport a.f.*;',
        ['a.b.C:1', 'a.b.D.e:2', 'a.f:3'],
      ],
      ['Kotlin', 'import a.b.C as D\nimport a.`in`.E', ['a.b.C:1', 'a.in.E:2']],
      ['Scala', 'import a.b.{C, D}\nimport a.e._', ['a.b:1', 'a.e:2']],
      ['qualified names', 'a.b.C x = new a.b.D();\nx.y.z()', ['a.b.C:1', 'a.b.D:1']],
      [
        'comments, strings and blocks of text',
        '// import a.B;\n/* import a.C; */\nString s = "import a.b.D;";\nString t = """\nimport a.E;\n""";',
        [],
      ],
      ['characters', `char a = '"';\nimport b.C;\nchar d = '\\'';`, ['b.C:2']],
      ['classes by name', 'Class.forName("a.B")', []],
      ['classes by a value', '\nClass.forName(name)', ['?:2']],
    ],
  ],
  ruby: [
    ruby,
    [
      ['require', `require 'a'\nrequire("b/c")\nrequire_relative 'd'`, ['a:1', 'b/c:2']],
      ['autoload', `autoload :A, 'a/b'`, ['a/b:1']],
      ['Bundler.require loads everything', `x\nBundler.require(*Rails.groups)`, ['?:2']],
      ['by a value', 'require name', ['?:1']],
      ['by a string with a part', 'require "a/#{b}"', ['?:1']],
      ['comments', `# require 'a'\n=begin\nrequire 'b'\n=end\nrequire 'c'\n__END__\nrequire 'd'`, ['c:5']],
      ['here documents', `x = <<~SQL\n  require 'a'\nSQL\nrequire 'b'`, ['b:4']],
    ],
  ],
  php: [
    php,
    [
      ['use', '<?php\nuse A\\B\\C;\nuse A\\D as E, F\\G;', ['A\\B\\C:2', 'A\\D:3', 'F\\G:3']],
      [
        'groups, functions and constants',
        '<?php\nuse A\\{B, C\\D as E};\nuse function F\\g;',
        ['A\\B:2', 'A\\C\\D:2', 'F\\g:3'],
      ],
      ['qualified names', '<?php $a = new \\A\\B(); \\C\\d();', ['A\\B:1', 'C\\d:1']],
      ['traits and closures', '<?php\nclass A { use B; }\n$f = function () use ($x) {};', []],
      ['comments', '<?php\n// use A\\B;\n# use A\\C;\n/* use A\\D; */\n#[E]\nuse F\\G;', ['F\\G:6']],
      ['text outside', 'use A\\B;\n<?php\nuse C\\D;\n?>\nuse E\\F;', ['C\\D:3']],
      [
        'here documents and strings',
        '<?php\n$a = <<<EOT\nuse A\\B;\nEOT;\n$b = "\nuse C\\D;";\nuse E\\F;',
        ['E\\F:7'],
      ],
    ],
  ],
  rust: [
    rust,
    [
      ['use', 'use a::b::C;\nuse d;\nextern crate e as f;', ['a::b::C:1', 'd:2', 'e:3']],
      ['groups', 'use a::{b::C, D};', ['a:1', 'b::C:1']],
      ['paths in code', 'fn f() { a::b(); c::D::new() }', ['a::b:1', 'c::D::new:1']],
      [
        'own modules and the standard library',
        'mod a;\nuse crate::b; use self::c; use super::d; use std::io; use a::e;',
        [],
      ],
      [
        'comments and strings',
        '// use a::b;\n/* use a::c; */\nlet s = "use a::d";\nlet r = r#"use "a::e""#;',
        [],
      ],
      ['lifetimes and characters', `fn f<'a>(x: &'a str) { let c = '"'; b::g() }`, ['b::g:1']],
      ['raw names', 'use r#try::a;', ['try::a:1']],
    ],
  ],
  dotnet: [
    dotnet,
    [
      [
        'using',
        'using A.B;\nglobal using C;\nusing static D.E;\nusing F = G.H;',
        ['A.B:1', 'C:2', 'D.E:3', 'G.H:4'],
      ],
      ['statements with the same word', 'using (var a = b) {}\nusing var c = d;', ['var:2']],
      ['qualified names', 'var a = new A.B.C();', ['A.B.C:1']],
      ['F# and Visual Basic', 'open A.B\nImports C.D', ['A.B:1', 'C.D:2']],
      [
        'comments and strings',
        '// using A;\n/*\nusing B;\n*/\nvar s = @"\nusing C;\n""";\nvar t = """\nusing D;\n""";',
        [],
      ],
    ],
  ],
}

describe.each(Object.entries(cases))('%s', (_, [language, list, path]) => {
  test.each(list)('%s', (_title, text, expected) => {
    expect(importsOf(language, text, path)).toEqual(expected)
  })
})

test.each<[SourceLanguage, string, string[]]>([
  [
    goLanguage,
    'import (\n"golang.org/x/net/html"\ny "a.io/b"\n)\nhtml.Parse(r)\ny.Do()\nz.Other()',
    ['golang.org/x/net/html.Parse:5', 'a.io/b.Do:6'],
  ],
  [rust, 'use a::b;\na::c::d();', ['a::b:1', 'a::c::d:2']],
])('symbols are those of imported modules', (language, text, expected) => {
  expect(language.read(text, 'a.x').symbols.map(({ module, line }) => `${module}:${line}`)).toEqual(expected)
})

test('only the scripts of components are code', () => {
  const text = `<template>\n<p>import 'x' isn't</p>\n</template>\n<script setup lang="ts">\nimport 'y'\n</script>\n<style>a { content: "'" }</style>`
  expect(importsOf(javascript, text, 'a.vue')).toEqual(['y:5'])
  expect(importsOf(javascript, `---\nimport 'x'\n---\n<p>'</p>`, 'a.astro')).toEqual(['x:2'])
})

test('the compiler may import the runtime of elements', () => {
  expect(javascript.read('export const a = <p />', 'a.tsx').texts).toContain('react')
})
