/** Copy buttons. */
export const copy = {
  action: 'Copy',
  done: 'Copied',
  failed: 'Copy failed. Select the text and copy it manually.',
} as const
