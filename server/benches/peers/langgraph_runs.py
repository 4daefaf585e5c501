"""The benchmark's run of four model calls and four tool calls by LangGraph, checkpointed in SQLite.

    pip install langgraph langgraph-checkpoint-sqlite langchain-openai
    langgraph_runs.py MODEL_ADDRESS AT_ONCE RUNS
"""

import asyncio
import resource
import sys
import tempfile
import time

from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.prebuilt import create_react_agent


@tool
def look_up_month(month: str) -> str:
    """How many complaints there were in a month."""
    return f"There were 1234 complaints in {month}."


async def one(agent, whole, thread: str) -> None:
    config = {"configurable": {"thread_id": thread}}
    question = {"messages": [("user", "How many complaints were there since October?")]}
    calls = 0
    async for mode, part in agent.astream(question, config, stream_mode=["messages", "updates"]):
        if mode == "updates" and "tools" in part:
            calls += len(part["tools"]["messages"])
    assert calls == 4, calls
    await whole.ainvoke("Three questions to ask next.")


async def main(address: str, at_once: int, runs: int) -> None:
    scripted = {"base_url": f"http://{address}/v1", "api_key": "none", "model": "scripted"}
    model, whole = ChatOpenAI(streaming=True, **scripted), ChatOpenAI(**scripted)
    with tempfile.TemporaryDirectory() as folder:
        async with AsyncSqliteSaver.from_conn_string(f"{folder}/runs.db") as saver:
            agent = create_react_agent(model, [look_up_month], checkpointer=saver)
            numbers = iter(range(runs + at_once * 2))

            async def worker(until: int) -> None:
                for number in numbers:
                    await one(agent, whole, str(number))
                    if number >= until:
                        return

            await asyncio.gather(*(worker(at_once) for _ in range(at_once)))
            used, began = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
            first = next(numbers)
            await asyncio.gather(*(worker(first + runs) for _ in range(at_once)))
            seconds, now = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_SELF)
            done = next(numbers, runs + at_once * 2) - first - 1
    cpu = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
    print(f"langgraph: {at_once} at once: {cpu * 1e3 / done:.2f} ms CPU a run, {done / seconds:.0f} runs/s, "
          f"{now.ru_maxrss / 1024:.0f} MiB")


asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
