const key = 'assay.singleKeys'

/** Whether single letters are shortcuts: yes, until the viewer says no. */
export const singleKeys = {
  areOn: (): boolean => localStorage.getItem(key) !== 'off',
  set: (areOn: boolean): void => (areOn ? localStorage.removeItem(key) : localStorage.setItem(key, 'off')),
}
