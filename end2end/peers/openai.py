"""OpenAI's own client for Python, and LangChain over it, against the desk: openai.py BASE KEY QUESTION."""

import json
import sys

import openai as client_library
from langchain_openai import ChatOpenAI

base, key, question = sys.argv[1:]
client = client_library.OpenAI(base_url=f"{base}/v1", api_key=key, max_retries=0)
told = {"models": [model.id for model in client.models.list()]}

whole = client.chat.completions.create(model="plumbline", messages=[{"role": "user", "content": question}])
told["whole"] = whole.choices[0].message.model_dump()
pieces = client.chat.completions.create(
    model="plumbline", messages=[{"role": "user", "content": question}], stream=True
)
told["streamed"] = "".join(piece.choices[0].delta.content or "" for piece in pieces)

response = client.responses.create(model="plumbline", input=question)
told["response"] = response.output_text
with client.responses.stream(model="plumbline", input=question) as events:
    told["kinds"] = sorted({event.type for event in events})
    told["responded"] = events.get_final_response().output_text

try:
    client.chat.completions.create(model="gpt-9", messages=[{"role": "user", "content": question}])
except client_library.NotFoundError as error:
    told["unknown"] = error.code

chain = ChatOpenAI(base_url=f"{base}/v1", api_key=key, model="plumbline")
told["langchain"] = chain.invoke([("system", "Be short."), ("human", question)]).content
told["langchain_streamed"] = "".join(piece.text for piece in chain.stream(question))
print(json.dumps(told))
