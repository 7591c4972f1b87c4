/** Resolves a relative path from the folder of a file; null if it leaves the project root. */
export function pathFrom(path: string, relative: string): string | null {
  const segments = path.split(/[/\\]/).slice(0, -1)
  for (const segment of relative.split(/[/\\]/)) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) return null
  }
  return segments.join('/')
}
