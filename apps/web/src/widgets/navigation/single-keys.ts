const key = 'assay.singleKeys'

/** Whether single-key shortcuts are enabled; on by default. */
export const singleKeys = {
  areOn: (): boolean => localStorage.getItem(key) !== 'off',
  set: (areOn: boolean): void => (areOn ? localStorage.removeItem(key) : localStorage.setItem(key, 'off')),
}
