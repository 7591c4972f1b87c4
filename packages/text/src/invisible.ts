/** What a terminal, a log or a reader would interpret or misread: controls, line separators, reversed writing. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u
const eachControl = new RegExp(controls.source, 'gu')

/**
 * What draws nothing, so that two texts look the same: formats, private and unassigned characters, fillers, variation
 * selectors. https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
 */
const invisible = String.raw`\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}`
const eachInvisible = new RegExp(`[${invisible}]`, 'gu')
const eachInvisibleWithinLines = new RegExp(String.raw`(?![\n\t])[${invisible}]`, 'gu')
const blanks = new RegExp(String.raw`[${invisible}\s]+`, 'gu')

/** Whether the text has a line break, a control character or one that reverses the direction of writing. */
export const hasControls = (text: string): boolean => controls.test(text)

/** For a terminal: each control character is shown as `�`. */
export const showControls = (text: string): string => text.replaceAll(eachControl, '\uFFFD')

/** Removes everything that draws nothing, line breaks and tabs included. */
export const removeInvisible = (text: string): string => text.replaceAll(eachInvisible, '')

/** The same for a text of several lines: line feeds and tabs stay. */
export const removeInvisibleWithinLines = (text: string): string =>
  text.replaceAll(eachInvisibleWithinLines, '')

/** One line without invisible characters: each run of them and of white space becomes one space. */
export const toLine = (text: string): string => text.replaceAll(blanks, ' ').trim()

// oxlint-disable-next-line no-control-regex -- XML 1.0 cannot contain them, escaped or not
const forbiddenInXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu

/** Characters that no XML document can contain become `�`. https://www.w3.org/TR/xml/#charsets */
export const showForbiddenInXml = (text: string): string => text.replaceAll(forbiddenInXml, '\uFFFD')
