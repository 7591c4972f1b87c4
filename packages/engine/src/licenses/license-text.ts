/** Common licenses whose text or notice the file contains. */
export function recognizeLicenses(text: string): string[] {
  const words = wordsOf(text)
  const head = words.slice(0, headLength)
  const titled = titles.find(([, title]) => head.includes(title))
  if (titled) return [titled[0]]
  return passages.flatMap(([id, has, ...lacks]) =>
    words.includes(has) && !lacks.some((each) => words.includes(each)) ? id : [],
  )
}

/** The first copyright lines; null if there are none. */
export function copyrightOf(text: string): string | null {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.replace(/^[\s*#/;|>-]+/, '').trim())
    .filter((line) => statement.test(line) && !template.test(line))
    .map((line) => line.slice(0, maxLineLength))
  const first = [...new Set(lines)].slice(0, maxLines)
  return first.length > 0 ? first.join('\n') : null
}

const maxLines = 5
const maxLineLength = 200

/** 'Copyright (c) 2013 Dave', '(C) Jane', '© Acme'. */
const statement = /^(?:(?:portions|parts)\s+)?(?:copyright\b(?=.*(?:\d{4}|\(c\)|©))|\(c\)\s|©\s)/i

/** Placeholders, and the authors of license texts themselves. */
const template =
  /[[<{](?:yyyy|year|name)|copyright (?:notice|owner|holder)|fsf\.org|free software foundation, inc/i

const headLength = 400

/** Lower case without punctuation: line breaks and quotation marks differ between copies. */
const wordsOf = (text: string) =>
  text
    .slice(0, 60_000)
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, ' ')
    .trim()

/** By the title at the beginning, since these texts mention other licenses further down. */
const titles: readonly (readonly [id: string, title: string])[] = [
  ['AGPL-3.0-only', 'gnu affero general public license version 3'],
  ['LGPL-3.0-only', 'gnu lesser general public license version 3'],
  ['LGPL-2.1-only', 'gnu lesser general public license version 2 1'],
  ['LGPL-2.0-only', 'gnu library general public license version 2'],
  ['GPL-3.0-only', 'gnu general public license version 3'],
  ['GPL-2.0-only', 'gnu general public license version 2'],
  ['MPL-2.0', 'mozilla public license version 2 0'],
  ['MPL-1.1', 'mozilla public license version 1 1'],
  ['EPL-2.0', 'eclipse public license v 2 0'],
  ['EPL-1.0', 'eclipse public license v 1 0'],
  ['CDDL-1.0', 'common development and distribution license cddl version 1 0'],
  ['CC0-1.0', 'cc0 1 0 universal'],
  ['CC-BY-4.0', 'creative commons attribution 4 0 international'],
  ['Artistic-2.0', 'the artistic license 2 0'],
  ['ZPL-2.1', 'zope public license zpl version 2 1'],
  ['WTFPL', 'do what the fuck you want to public license'],
]

const ownConditions = 'the above copyright notice and this permission notice shall be included'
const mit =
  'permission is hereby granted free of charge to any person obtaining a copy of this software and associated documentation files'
const isc =
  'permission to use copy modify and or distribute this software for any purpose with or without fee is hereby granted'
const bsd = 'redistribution and use in source and binary forms with or without modification are permitted'
const noEndorsement = 'contributors may be used to endorse or promote'
const noNames = 'neither the name'
const advertising = 'all advertising materials mentioning features'

/** By distinctive phrases that must be present or absent. A file may contain several licenses. */
const passages: readonly (readonly [id: string, has: string, ...lacks: string[]])[] = [
  ['MIT', `${ownConditions} in all copies or substantial portions of the software`, 'the x consortium'],
  ['MIT-0', mit, ownConditions],
  ['Apache-2.0', 'apache license version 2 0'],
  ['ISC', `${isc} provided that the above copyright notice`],
  [
    'ISC',
    'permission to use copy modify and distribute this software for any purpose with or without fee is hereby granted provided that the above copyright notice',
  ],
  ['0BSD', isc, `${isc} provided that`],
  ['BSD-4-Clause', advertising],
  ['BSD-3-Clause', noNames, advertising],
  ['BSD-2-Clause', bsd, noEndorsement, noNames, advertising],
  ['Unlicense', 'this is free and unencumbered software released into the public domain'],
  ['BSL-1.0', 'boost software license version 1 0'],
  ['Zlib', 'altered source versions must be plainly marked as such'],
  ['PSF-2.0', 'python software foundation license version 2'],
]
