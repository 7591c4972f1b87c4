/** Frame of all dialogs. */
export const dialog = {
  close: 'Close dialog',
} as const
