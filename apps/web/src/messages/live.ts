/** New scans announced on open pages. */
export const live = {
  arrived: 'New scans are available.',
  show: (count: number, isMore: boolean) =>
    `${count}${isMore ? '+' : ''} new ${count === 1 && !isMore ? 'scan' : 'scans'} · Show`,
  dismiss: 'Dismiss',
} as const
