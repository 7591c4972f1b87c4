/** The path of another file, as a file names it from its own folder; null when it leaves the project's root. */
export function pathFrom(path: string, relative: string): string | null {
  const segments = path.split(/[/\\]/).slice(0, -1)
  for (const segment of relative.split(/[/\\]/)) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) return null
  }
  return segments.join('/')
}
