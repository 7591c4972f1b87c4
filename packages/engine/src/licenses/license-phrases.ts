/** Words before the licenses: 'Dual License: GPL-2 or MIT', 'Licensed under either of MIT or Apache-2.0'. */
const introduction =
  /^(?:[\w ,-]{1,60}(?<![: ]):(?= )|(?:[\w ,-]{0,60}[ -])?(?:licen[sc]ed|released|distributed|available) (?:under|by)(?: (?:the )?terms of)?|(?:dual|tri|multi)(?:[- ]licen[sc]ed?)?(?= ))(?: the| an?)?(?: either(?: of)?)? /i
/** Words after them. */
const remarks =
  / ?\((?:see [^()]*|(?:dual|tri|multi)[- ]licen[sc]ed?)\)|,? \(?at your (?:option|choice)\)?$/gi

/** The text without words around its licenses. */
export function withoutPhrases(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(remarks, '').replace(introduction, '')
}

const bound = String.raw`(?:[<>]=?|==) ?\d[\d.]*`
const bounds = `${bound}(?: ?, ?${bound})*`
/** 'GPL (>= 2)', 'LGPL (>= 2.0, < 3)', 'GPL>=2' */
const range = new RegExp(String.raw` ?\( ?(${bounds}) ?\)| ?(?<![~^!<>=] ?)(${bounds})`, 'g')
/** Words after an 'or' that name no other license: 'GPLv2 or any later version'. */
const laterWords =
  /,? (?:or|and),? (?:\(?at your option\)?,? )?(?:any )?(?:later|newer|greater|higher|above)(?: versions?)?(?![\w-])/gi
/** R's 'MIT + file LICENSE'. */
const fileWords = / ?\+ ?file licen[cs]e\b/gi
/** The comma in 'Apache License, Version 2.0' does not separate two licenses. */
const versionComma = /, ?(?=v(?:ersion)?\.? ?\d)/gi
/** 'LGPLv3+_or_GPLv2+', 'GPL-2+-or-X11' */
const joinedOperators = /_(or|and)_|-(or|and)-(?!later)/gi
/** 'GPL-3+ (with OpenSSL exception)' */
const exceptionInParentheses = / \((with [^()]*)\)/gi
/** 'Eclipse Public License (EPL) 2.0', but not 'MIT or (ISC and Zlib)'. */
const partOfName = /(?<!^|[(\s](?:and|or)|[,;&|/]) \(((?:(?! and | or )[^()])*)\)/gi

/** Marks ranges with braces, later versions and files with one word each, and parentheses that are part of a name. */
export function markWords(text: string): string {
  return text
    .replaceAll(
      range,
      (_, inner: string | undefined, bare: string) => ` {${(inner ?? bare).replaceAll(' ', '')}}`,
    )
    .replaceAll(laterWords, ' or-later')
    .replaceAll(fileWords, ' +file')
    .replaceAll(/\|{1,2}/g, ' or ')
    .replaceAll(versionComma, ' ')
    .replaceAll(joinedOperators, (_, ...[first, second]: string[]) => ` ${first ?? second} `)
    .replaceAll(exceptionInParentheses, ' $1')
    .replaceAll(partOfName, ' ⦅$1⦆')
}

/** Parentheses as declared. */
export const restoreParentheses = (text: string) => text.replaceAll('⦅', '(').replaceAll('⦆', ')')

/** Marked text, nearly as declared. */
export function restoreWords(text: string): string {
  return restoreParentheses(text)
    .replaceAll(/ \{([^{}]*)\}/g, ' ($1)')
    .replaceAll(' or-later', ' or later')
}
