/** In place of a list, before the first scan. */
export const neverScanned = {
  title: 'Nothing scanned yet',
  hint: 'Results appear here after the first scan of a project.',
  link: 'Scan your first project',
} as const
