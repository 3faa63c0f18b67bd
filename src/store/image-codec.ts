import { type Digest, digestOfText, isJsonObject, type JsonObject } from "../model/index.js";
import { contentDigest } from "./content-digest.js";
import { decodeObjects, ObjectEncoder } from "./object-codec.js";

/** The whole state of a Space at a sequence, as lists of plain objects and a few facts. */
export interface SpaceImage {
  readonly seq: number;
  readonly facts: JsonObject;
  readonly lists: Readonly<Record<string, readonly object[]>>;
}

/** An image as it is stored: a description, and the pieces it names by digest. */
export interface EncodedImage {
  readonly seq: number;
  readonly header: string;
  readonly pieces: readonly string[];
}

/** What the header says, under a digest of its own. */
interface ImageHeader {
  readonly format: typeof FORMAT;
  readonly seq: number;
  readonly facts: JsonObject;
  /** In the order of the pieces: the list it belongs to, and the digest of its text. */
  readonly pieces: readonly { readonly list: string; readonly digest: Digest }[];
}

/** Changes with the form of images. One of another form is no damage, but of no use. */
const FORMAT = 1;

/** How many objects one piece holds: large enough that equal values are shared widely, small enough to come quickly. */
const OBJECTS_A_PIECE = 20_000;

/** How many objects are encoded without a pause: some milliseconds, which a waiting request does not feel. */
const OBJECTS_A_TURN = 500;

/** Encodes an image, pausing often enough that requests go on being answered meanwhile. */
export async function encodeImage(
  { seq, facts, lists }: SpaceImage,
  pause: () => Promise<void>,
): Promise<EncodedImage> {
  const pieces: string[] = [];
  const described: ImageHeader["pieces"][number][] = [];
  const finish = async (list: string, encoder: ObjectEncoder) => {
    const text = encoder.text();
    pieces.push(text);
    described.push({ list, digest: await contentDigest(text) });
  };
  for (const [list, objects] of Object.entries(lists)) {
    let encoder = new ObjectEncoder();
    for (const [index, object] of objects.entries()) {
      if (index % OBJECTS_A_TURN === OBJECTS_A_TURN - 1) await pause();
      encoder.add(object);
      if (encoder.count < OBJECTS_A_PIECE) continue;
      await finish(list, encoder);
      encoder = new ObjectEncoder();
    }
    if (encoder.count > 0) await finish(list, encoder);
  }
  const header = JSON.stringify({ format: FORMAT, seq, facts, pieces: described } satisfies ImageHeader);
  return { seq, header: JSON.stringify([digestOfText(header), header]), pieces };
}

/** What the description of an image says, or why it is of no use. */
export function readHeader(text: string): ImageHeader | string {
  try {
    const [digest, header] = JSON.parse(text) as [unknown, string];
    if (digestOfText(header) !== digest) return "its description has another digest";
    const read: unknown = JSON.parse(header);
    if (!isJsonObject(read) || read.format !== FORMAT)
      return "it was written by another version of the engine";
    return read as unknown as ImageHeader;
  } catch {
    return "its description cannot be read";
  }
}

/** The objects of a piece, or why it is of no use. */
export async function readPiece(text: string, digest: Digest): Promise<readonly JsonObject[] | string> {
  if ((await contentDigest(text)) !== digest) return "a piece of it has another digest";
  try {
    return decodeObjects(text);
  } catch {
    return "a piece of it cannot be read";
  }
}
