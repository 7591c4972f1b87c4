/**
 * Goes to the folder that `npm run assay` was typed in: npm runs the script in Assay's own folder, where a relative path
 * would mean Assay itself. Scripts of other projects call the program in the folder that they mean.
 */
export function enterStartFolder(environment: Record<string, string | undefined>): void {
  const folder = startFolder(environment)
  if (folder !== null) process.chdir(folder)
}

/** null: the working folder is the right one. */
export function startFolder(environment: Record<string, string | undefined>): string | null {
  const { INIT_CWD, npm_lifecycle_event: script, npm_package_name: owner } = environment
  return script === 'assay' && owner === 'assay' ? INIT_CWD || null : null
}
