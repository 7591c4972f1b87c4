/** Without an operator, no other version is allowed: https://hexdocs.pm/elixir/Version.html#module-requirements */
export const exactHexVersion = (range: string): string =>
  /^(?:==\s*)?(\d+\.\d+\.\d+(?:[-+][\w.+-]+)?)$/.exec(range)?.[1] ?? ''
