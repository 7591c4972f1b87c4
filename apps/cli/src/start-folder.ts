/**
 * Changes to the folder where `npm run assay` was called: npm runs the script in Assay's folder, so relative paths
 * would refer to Assay itself. Scripts of other projects are not affected.
 */
export function changeToStartFolder(environment: Record<string, string | undefined>): void {
  const folder = startFolder(environment)
  if (folder !== null) process.chdir(folder)
}

/** null if the working folder is correct. */
export function startFolder(environment: Record<string, string | undefined>): string | null {
  const { INIT_CWD, npm_lifecycle_event: script, npm_package_name: owner } = environment
  return script === 'assay' && owner === 'assay' ? INIT_CWD || null : null
}
