import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { ResponseEnvelope } from "../../src/model/index.js";
import { JsonBlock } from "./JsonBlock.js";

const LONGEST_SHOWN = 200_000;

/** The whole response as it came from the engine, to read and to copy. */
export function RawJson({ response }: { readonly response: ResponseEnvelope }) {
  const text = useMemo(() => JSON.stringify(response, null, 2), [response]);
  const said = useSignal("");

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      said.value = "Copied.";
    } catch {
      said.value = "The browser did not allow copying. Select the text instead.";
    }
  }

  return (
    <>
      <p>
        <button type="button" onClick={copy}>
          Copy JSON
        </button>{" "}
        <span class="soft small" role="status">
          {said}
        </span>
      </p>
      <JsonBlock
        label="Response as JSON"
        text={
          text.length > LONGEST_SHOWN
            ? `${text.slice(0, LONGEST_SHOWN)}
… (Copy JSON takes all of it)`
            : text
        }
      />
    </>
  );
}
