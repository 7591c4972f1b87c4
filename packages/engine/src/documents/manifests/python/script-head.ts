/** As many first bytes of a program in Python are searched for the packages that it needs. */
export const scriptHeadBytes = 2_000

/** Larger ones are no scripts. */
export const maxScriptBytes = 256 * 1024

/** Folders of the standard library and of installed packages. */
const libraries = /(?:^|\/)(?:(?:site|dist)-packages|python\d[\d.]*|__pycache__)\//

/** Parts of packages and of builds. */
const otherNames = /(?:^|\/)(?:__init__|__main__|setup|conftest)\.py$/

/** Whether a file may be a script that says what it needs, by its path. */
export const canBeScript = (path: string): boolean =>
  path.endsWith('.py') && !otherNames.test(path) && !libraries.test(path)

/** Whether it says so: https://packaging.python.org/en/latest/specifications/inline-script-metadata/ */
export const isScript = (head: string): boolean => head.includes(opening) && /^# \/\/\/ script$/m.test(head)

const opening = '# /// script'

/** The lockfile that uv writes next to a script. */
export const lockOfScript = (path: string): string => `${path}.lock`
