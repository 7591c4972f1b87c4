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
