const variable =
  /\$(?:\{(?<braced>[A-Za-z_]\w*)(?:(?<operator>:?[-+])(?<word>[^{}]*))?\}|(?<plain>[A-Za-z_]\w*))/

/** Replaces '$X', '${X}', '${X:-default}' and '${X:+other}'; those without a value stay as they are. */
export const fillIn = (text: string, valueOf: (name: string) => string | undefined): string =>
  text.replaceAll(new RegExp(variable, 'g'), (match) => {
    const { braced, plain, operator = '', word = '' } = variable.exec(match)?.groups ?? {}
    const value = valueOf(braced ?? plain ?? '')
    if (operator.endsWith('+')) return value === undefined || value === '' ? '' : word
    return operator === '' ? (value ?? match) : value || word
  })

/** A variable in a text, by its positions. */
interface Variable {
  name: string
  start: number
  end: number
  /** Of '${X:-default}' and the like; absent without one. */
  word?: string
}

export const variablesIn = (text: string): Variable[] =>
  [...text.matchAll(new RegExp(variable, 'g'))].map(({ 0: match, index, groups = {} }) => {
    const { braced, plain = '', operator, word } = groups
    return {
      name: braced ?? plain,
      start: index,
      end: index + match.length,
      ...(operator !== undefined && word !== undefined && { word }),
    }
  })
