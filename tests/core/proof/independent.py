"""Checks logs of published totals without any code of the project, by the specifications alone.

Each line of the input is a JSON object with a log and a saved proof of it; each line of the output is what is wrong
with them, or "ok". Ed25519 follows RFC 8032, section 6; the trees follow RFC 6962, section 2.1.
"""

import base64
import datetime
import hashlib
import json
import re
import sys


def sha256(data):
    return hashlib.sha256(data).digest()


# Ed25519: the curve -x^2 + y^2 = 1 + d x^2 y^2 over the integers modulo P, in extended coordinates.
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)


def add(a, b):
    x1, y1, z1, t1 = a
    x2, y2, z2, t2 = b
    e1 = (y1 - x1) * (y2 - x2) % P
    e2 = (y1 + x1) * (y2 + x2) % P
    e3 = 2 * t1 * t2 * D % P
    e4 = 2 * z1 * z2 % P
    e, f, g, h = e2 - e1, e4 - e3, e4 + e3, e2 + e1
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(number, point):
    result = (0, 1, 1, 0)
    while number > 0:
        if number & 1:
            result = add(result, point)
        point = add(point, point)
        number >>= 1
    return result


def point_of(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - square) % P != 0 or (x == 0 and sign == 1):
        return None
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(key, message, signature):
    a, r = point_of(key), point_of(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or a is None or r is None or s >= ORDER:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    left, right = times(s, BASE), add(r, times(k, a))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


def signed_head(note, vkey):
    """Size and root of a checkpoint that the key has signed; None for any other note."""
    name, key_id, material = vkey.split("+", 2)
    key = base64.b64decode(material)[1:]
    text, _, lines = note.rpartition("\n\n")
    origin, size, root = text.split("\n")
    for line in lines.splitlines():
        dash, signer, data = line.split(" ")
        data = base64.b64decode(data)
        if dash == "—" and origin == signer == name and data[:4].hex() == key_id:
            return (int(size), base64.b64decode(root)) if is_signed(key, f"{text}\n".encode(), data[4:]) else None
    return None


def split(size):
    return 1 << (size - 1).bit_length() - 1


def tree_hash(hashes):
    if not hashes:
        return sha256(b"")
    if len(hashes) == 1:
        return hashes[0]
    k = split(len(hashes))
    return sha256(b"\x01" + tree_hash(hashes[:k]) + tree_hash(hashes[k:]))


def root_by_path(leaf, index, size, path):
    """The root that an audit path leads to; the path is consumed from its end, the side of the root."""
    if size == 1:
        return leaf if index == 0 and not path else None
    if not path or not 0 <= index < size:
        return None
    k = split(size)
    if index < k:
        left, right = root_by_path(leaf, index, k, path[:-1]), path[-1]
    else:
        left, right = path[-1], root_by_path(leaf, index - k, size - k, path[:-1])
    return None if left is None or right is None else sha256(b"\x01" + left + right)


ENTRY = re.compile(
    r'\{"v":(1|2),"day":"(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))","users":([1-9]\d{0,14}),'
    r'"total":"(0|[1-9]\d{0,19})","root":"([0-9a-f]{64})"(,"seals":"[0-9a-f]{64}")?'
    r'(,"restored":"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])")?\}'
)


def entry_of(text):
    match = ENTRY.fullmatch(text)
    if match is None or int(match[4]) >= 2**64 or (match[1] == "2") != (match[6] is not None):
        return None
    try:
        days = [datetime.date.fromisoformat(day) for day in re.findall(r"\d{4}-\d\d-\d\d", text)]
    except ValueError:
        return None
    if len(days) > 1 and days[1] >= days[0]:
        return None
    return {"day": match[2], "users": int(match[3]), "total": match[4], "root": match[5]}


def total_of(text):
    if not re.fullmatch(r"0|[1-9]\d{0,19}", text) or int(text) >= 2**64:
        raise ValueError("not a total")
    return int(text)


def leads_to(leaf, path, entry):
    total = total_of(leaf["total"])
    data = bytes.fromhex(leaf["blind"]) + total.to_bytes(8, "big") + leaf["seq"].to_bytes(8, "big")
    node = (total, sha256(b"\x00irich-total-v1" + data + bytes.fromhex(leaf["head"])))
    size = entry["users"]
    for step in reversed(path):
        if size < 2:
            return False
        size = split(size) if step["side"] == "right" else size - split(size)
    if size != 1:
        return False
    for step in path:
        sibling = (total_of(step["sum"]), bytes.fromhex(step["hash"]))
        left, right = (sibling, node) if step["side"] == "left" else (node, sibling)
        if left[0] + right[0] >= 2**64:
            return False
        data = b"".join(total.to_bytes(8, "big") + digest for total, digest in (left, right))
        node = (left[0] + right[0], sha256(b"\x01" + data))
    return node[1].hex() == entry["root"] and str(node[0]) == entry["total"]


def fault_of(case):
    proof = case["proof"]
    head = signed_head(case["checkpoint"], case["vkey"])
    if head is None:
        return "log: checkpoint"
    size, root = head
    if size != len(case["entries"]):
        return "log: root"
    entries = [entry_of(text) for text in case["entries"]]
    if any(entry is None for entry in entries):
        return "log: format"
    days = [entry["day"] for entry in entries]
    if any(later <= earlier for earlier, later in zip(days, days[1:])):
        return "log: order"
    hashes = [sha256(b"\x00" + text.encode()) for text in case["entries"]]
    if tree_hash(hashes) != root:
        return "log: root"
    entry = entry_of(proof["entry"])
    try:
        if entry is None or not leads_to(proof["leaf"], proof["path"], entry):
            return "proof: path"
    except ValueError:
        return "proof: path"
    leaf = sha256(b"\x00" + proof["entry"].encode())
    path = [base64.b64decode(text) for text in proof["inclusion"]]
    if root_by_path(leaf, proof["index"], size, path) != root:
        return "proof: inclusion"
    return "ok"


for line in sys.stdin:
    print(fault_of(json.loads(line)))
