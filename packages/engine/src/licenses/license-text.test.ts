import { describe, expect, test } from 'vitest'
import { copyrightOf, recognizeLicenses } from './license-text.ts'

const mit = `The MIT License (MIT)

Copyright (c) 2013-2020 Dave Cheney <dave@example.org>

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction.

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.
`
const bsd = `Copyright 2009 The Go Authors. All rights reserved.

Redistribution and use in source and binary forms, with or without
modification, are permitted provided that the following conditions are met:

   * Redistributions of source code must retain the above copyright notice.
`
const third = `   * Neither the name of Google Inc. nor the names of its
contributors may be used to endorse or promote products derived from
this software.
`
const apache = `                                 Apache License
                           Version 2.0, January 2004
   Copyright [yyyy] [name of copyright owner]
`

describe('recognizeLicenses', () => {
  test.each([
    ['MIT', mit, ['MIT']],
    ['two clauses', bsd, ['BSD-2-Clause']],
    ['three clauses', bsd + third, ['BSD-3-Clause']],
    ['Apache', apache, ['Apache-2.0']],
    ['two in one file', `${mit}\n\n${apache}`, ['MIT', 'Apache-2.0']],
    [
      'a text that names another one further down',
      'GNU LESSER GENERAL PUBLIC LICENSE\n Version 3, 29 June 2007\n the GNU General Public License version 3',
      ['LGPL-3.0-only'],
    ],
    [
      'a text with MPL 2.0, which names the GPL',
      `Mozilla Public License Version 2.0\n${'x '.repeat(500)} GNU General Public License, Version 2.0`,
      ['MPL-2.0'],
    ],
    ['no license', 'All rights reserved. Ask us.', []],
    ['nothing', '', []],
  ])('recognizes %s', (_, text, ids) => {
    expect(recognizeLicenses(text)).toEqual(ids)
  })
})

describe('copyrightOf', () => {
  test('returns the lines that name a holder', () => {
    expect(copyrightOf(mit)).toBe('Copyright (c) 2013-2020 Dave Cheney <dave@example.org>')
    expect(copyrightOf(`// Copyright 2020 A\n * (c) B\n# © C`)).toBe('Copyright 2020 A\n(c) B\n© C')
  })

  test('ignores placeholders, conditions and the copyright of the license text', () => {
    expect(copyrightOf(apache)).toBe(null)
    expect(
      copyrightOf(
        'Copyright notice must be kept (c) 2020\nCopyright (C) 2007 Free Software Foundation, Inc.',
      ),
    ).toBe(null)
  })

  test('limits the length', () => {
    const many = Array.from({ length: 50 }, (_, n) => `Copyright ${2000 + n} ${'x'.repeat(500)}`)
    expect(copyrightOf(many.join('\n'))!.length).toBeLessThan(1100)
  })
})
