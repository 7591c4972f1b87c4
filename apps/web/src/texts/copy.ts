/** Of the button that copies what stands beside it. */
export const copy = {
  act: 'Copy',
  done: 'Copied',
  failed: 'It could not be copied. Select it and copy it yourself.',
} as const
