/** A registry refuses an image, or it cannot be read: asking again at once is no help. The message is for members. */
export class ImageRejection extends Error {
  override readonly name = 'ImageRejection'
}
